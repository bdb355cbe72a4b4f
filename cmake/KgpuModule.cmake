# A module: include/kgpu/<name>/ (public headers) and lib/<name>/ (sources).
#
#   kgpu_module(sizing SOURCES kv_cache.cpp DEPENDS base catalog USES fmt::fmt)
#
# DEPENDS is the whole list of modules this one may include; tests/layers checks every #include
# against it. USES is what it links besides: packages.
function(kgpu_module name)
  cmake_parse_arguments(PARSE_ARGV 1 module "" "" "SOURCES;DEPENDS;USES")
  add_library(kgpu_${name} STATIC ${module_SOURCES})
  target_include_directories(kgpu_${name} PUBLIC "${PROJECT_SOURCE_DIR}/include")
  target_link_libraries(kgpu_${name} PUBLIC kgpu_standards ${module_USES})
  foreach(dependency IN LISTS module_DEPENDS)
    target_link_libraries(kgpu_${name} PUBLIC kgpu_${dependency})
  endforeach()
  list(JOIN module_DEPENDS " " depends)
  set_property(GLOBAL APPEND PROPERTY KGPU_LAYERS "${name}: ${depends}")
endfunction()

# The include rules, one module a line, for the layer test.
function(kgpu_write_layers)
  get_property(layers GLOBAL PROPERTY KGPU_LAYERS)
  set(text "")
  foreach(line IN LISTS layers)
    string(APPEND text "${line}\n")
  endforeach()
  file(GENERATE OUTPUT "${PROJECT_BINARY_DIR}/layers.txt" CONTENT "${text}")
endfunction()
