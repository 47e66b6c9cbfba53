// Compares text with a file of golden/, which ROOFGATE_UPDATE_GOLDEN=1 rewrites.
#pragma once

#include <string>

namespace roofgate {

void expect_golden(const std::string& text, const std::string& file_name);

}  // namespace roofgate
