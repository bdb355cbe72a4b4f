#pragma once

namespace kgpu {

/// The compilers' 128-bit integers, which ISO C++ does not name: products of two 64-bit figures, kept exact.
__extension__ using Int128 = __int128;
__extension__ using UInt128 = unsigned __int128;

}  // namespace kgpu
