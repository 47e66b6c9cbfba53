#include "kernels/collective/mpi_reduction.hpp"

#include <cstddef>

#include "kernels/base/bf16.hpp"
#include "kernels/collective/bf16_sum.hpp"

namespace roofgate {
namespace {

void combine_bf16(void* in, void* inout, int* count, MPI_Datatype* /*type*/) {
  add_bf16(static_cast<const Bf16*>(in), static_cast<Bf16*>(inout), static_cast<std::size_t>(*count));
}

void free_operation(MPI_Op* operation) {
  MPI_Op_free(operation);
  delete operation;
}

}  // namespace

MpiReduction::MpiReduction(DType dtype) {
  if (dtype != DType::bf16) return;
  own_ = std::shared_ptr<MPI_Op>{new MPI_Op{MPI_OP_NULL}, free_operation};
  MPI_Op_create(&combine_bf16, 1, own_.get());
}

}  // namespace roofgate
