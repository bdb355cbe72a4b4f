# Writes OUTPUT, the source that holds version and commit, only when it would differ: cmake -D… -P WriteBuild.cmake
#
# COMMIT is what a packager gives; else git is asked about SOURCE_DIR; else it is unknown (a tarball).
if(NOT COMMIT)
  find_program(GIT git)
  if(GIT AND EXISTS "${SOURCE_DIR}/.git")
    execute_process(COMMAND "${GIT}" -C "${SOURCE_DIR}" rev-parse --short=12 HEAD
                    OUTPUT_VARIABLE COMMIT OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
  endif()
endif()
if(NOT COMMIT)
  set(COMMIT unknown)
endif()
set(text "// Written by cmake/WriteBuild.cmake.
#include \"build.hpp\"

namespace kgpu::app {
const std::string_view k_version = \"${VERSION}\";
const std::string_view k_commit = \"${COMMIT}\";
}  // namespace kgpu::app
")
file(CONFIGURE OUTPUT "${OUTPUT}" CONTENT "${text}" @ONLY)
