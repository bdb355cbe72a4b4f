# Warnings and sanitizers, as interface targets: they belong to our code and reach no package.
add_library(kgpu_standards INTERFACE)
target_compile_options(kgpu_standards INTERFACE
  -Wall -Wextra -Wpedantic -Wshadow -Wconversion -Wsign-conversion -Wnon-virtual-dtor -Wold-style-cast
  # GCC 12 sees overlapping copies in every optimised `"text" + std::string` (GCC bug 105651).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-restrict>
  # GCC 12 takes the members of a std::variant or std::optional that is empty for uninitialised ones (GCC bug 105562).
  $<$<CXX_COMPILER_ID:GNU>:-Wno-maybe-uninitialized>
  $<$<BOOL:${KGPU_WERROR}>:-Werror>)
if(KGPU_SANITIZE)
  target_compile_options(kgpu_standards INTERFACE -fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer)
  target_link_options(kgpu_standards INTERFACE -fsanitize=address,undefined)
endif()
if(KGPU_FUZZ)
  target_compile_options(kgpu_standards INTERFACE -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all)
  target_link_options(kgpu_standards INTERFACE -fsanitize=address,undefined)
endif()
# Sections that nothing uses are left out: the binary stays small and starts fast.
target_compile_options(kgpu_standards INTERFACE $<$<CONFIG:Release>:-ffunction-sections -fdata-sections>)
target_link_options(kgpu_standards INTERFACE $<$<CONFIG:Release>:-Wl,--gc-sections -Wl,--as-needed>)
