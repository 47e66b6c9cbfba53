// roofgate-bench: measures. Everything is in program.hpp; the test build's main plants losses.
#include "bench/roofgate-bench/program.hpp"

int main(int argc, char** argv) { return roofgate::bench_main(argc, argv, {.choose = roofgate::choose_backend}); }
