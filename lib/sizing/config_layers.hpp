#pragma once

namespace kgpu::sizing {

class ConfigFields;
struct ShapeFacts;

/// The attention and MLP groups of a config: `layer_types`, patterns, windows, experts, blocks. Scalars are read
/// already.
void read_layers(const ConfigFields& fields, ShapeFacts& facts);

}  // namespace kgpu::sizing
