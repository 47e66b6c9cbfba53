#include "bench/telemetry/nearest_adapter.hpp"

#include <gtest/gtest.h>
#include <unistd.h>

#include <filesystem>
#include <fstream>

namespace roofgate {
namespace {

namespace fs = std::filesystem;

/// A machine with two PCI switches, a GPU and an RDMA adapter below each, and a card on the board.
class NearestAdapter : public testing::Test {
 protected:
  NearestAdapter() {
    add_device("pci0000:00/0000:00:01.0/0000:01:00.0", "0");
    add_device("pci0000:00/0000:00:01.0/0000:02:00.0", "0");
    add_device("pci0000:80/0000:80:01.0/0000:81:00.0", "1");
    add_device("pci0000:80/0000:80:01.0/0000:82:00.0", "1");
    add_device("pci0000:00/0000:00:1f.0/0000:05:00.0", "-1");
    add_interface("net", "eth0", "0000:05:00.0");
    fs::create_directories(root_ / "sys/class/net/lo");
    fs::create_directories(root_ / "sys/devices/system/cpu/cpu7/node1");
    fs::create_directories(root_ / "sys/devices/system/cpu/cpu7/nodes");
  }
  ~NearestAdapter() override { fs::remove_all(root_); }

  void add_device(const std::string& path, const std::string& numa) {
    const fs::path device = root_ / "sys/devices" / path;
    fs::create_directories(device);
    std::ofstream{device / "numa_node"} << numa << '\n';
    fs::create_directories(root_ / "sys/bus/pci/devices");
    fs::create_directory_symlink(device, root_ / "sys/bus/pci/devices" / device.filename());
  }

  void add_interface(const std::string& kind, const std::string& name, const std::string& device) {
    const fs::path folder = root_ / "sys/class" / kind / name;
    fs::create_directories(folder);
    fs::create_directory_symlink(root_ / "sys/bus/pci/devices" / device, folder / "device");
  }

  fs::path root_ = fs::canonical(fs::temp_directory_path()) / ("nearest_adapter." + std::to_string(::getpid()));
  MachineFiles files_{root_};
};

TEST_F(NearestAdapter, IsBelowTheSameSwitch) {
  add_interface("infiniband", "mlx5_0", "0000:02:00.0");
  add_interface("infiniband", "mlx5_1", "0000:82:00.0");
  EXPECT_EQ(nearest_adapter(files_, {"0000:01:00.0", 0}), "mlx5_0");
  EXPECT_EQ(nearest_adapter(files_, {"00000000:81:00.0", 1}), "mlx5_1") << "as the driver writes it";
}

TEST_F(NearestAdapter, OfACpuIsOnItsNode) {
  add_interface("infiniband", "mlx5_0", "0000:02:00.0");
  add_interface("infiniband", "mlx5_1", "0000:82:00.0");
  EXPECT_EQ(nearest_adapter(files_, {"", 1}), "mlx5_1");
  EXPECT_EQ(nearest_adapter(files_, {"", std::nullopt}), "mlx5_0");
}

TEST_F(NearestAdapter, IsAnInterfaceWithHardwareWhereThereIsNoRdma) {
  EXPECT_EQ(nearest_adapter(files_, {"", 0}), "eth0");
  EXPECT_EQ(nearest_adapter(MachineFiles{root_ / "nowhere"}, {"0000:01:00.0", 0}), "");
}

TEST_F(NearestAdapter, NumaNodesAreTheKernels) {
  EXPECT_EQ(numa_of_device(files_, "0000:81:00.0"), 1);
  EXPECT_EQ(numa_of_device(files_, "0000:05:00.0"), std::nullopt) << "-1: the machine has none";
  EXPECT_EQ(numa_of_device(files_, "0000:99:00.0"), std::nullopt);
  EXPECT_EQ(numa_of_cpu(files_, 7), 1);
  EXPECT_EQ(numa_of_cpu(files_, 8), std::nullopt);
}

}  // namespace
}  // namespace roofgate
