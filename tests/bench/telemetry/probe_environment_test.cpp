#include "bench/telemetry/probe_environment.hpp"

#include <gmock/gmock.h>

#include <array>

#include "tests/bench/telemetry/fake_machine.hpp"

namespace roofgate {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::StartsWith;

constexpr std::array<const char*, 1> kNoVariables{nullptr};

Environment probe(const FakeMachine& machine, std::vector<int> cpus,
                  const char* const* variables = kNoVariables.data()) {
  ProbeSources sources;
  sources.files = machine.files();
  sources.cpus = std::move(cpus);
  sources.variables = variables;
  sources.ask_processor = false;
  return probe_environment("host", sources);
}

void add_cpu(const FakeMachine& machine, int cpu, int socket, std::string_view siblings, std::string_view sharers) {
  const std::string folder = "sys/devices/system/cpu/cpu" + std::to_string(cpu);
  machine.write(folder + "/topology/physical_package_id", std::to_string(socket) + "\n");
  machine.write(folder + "/topology/thread_siblings_list", siblings);
  machine.write(folder + "/cache/index0/level", "1\n");
  machine.write(folder + "/cache/index0/type", "Instruction\n");
  machine.write(folder + "/cache/index0/size", "64K\n");
  machine.write(folder + "/cache/index3/level", "3\n");
  machine.write(folder + "/cache/index3/type", "Unified\n");
  machine.write(folder + "/cache/index3/size", "32768K\n");
  machine.write(folder + "/cache/index3/shared_cpu_list", sharers);
}

/// Two sockets of two cores with two threads each; each socket has one last-level cache.
FakeMachine& two_sockets(FakeMachine& machine) {
  machine.write("proc/cpuinfo",
                "processor\t: 0\nmodel name\t: AMD EPYC 9654\nflags\t\t: fpu avx2 avx512f avx512_bf16\n");
  machine.write("proc/meminfo", "MemTotal:        8388608 kB\nMemFree: 1 kB\n");
  for (int cpu = 0; cpu < 8; ++cpu) {
    const int socket = (cpu / 2) % 2;
    const int first = cpu % 4;
    add_cpu(machine, cpu, socket, std::to_string(first) + "," + std::to_string(first + 4),
            socket == 0 ? "0-1,4-5\n" : "2-3,6-7\n");
  }
  return machine;
}

constexpr double kMebibyte = 1024.0 * 1024.0;

TEST(ProbeEnvironment, CountsWhatTheProcessMayUse) {
  FakeMachine machine;
  const CpuInfo all = probe(two_sockets(machine), {0, 1, 2, 3, 4, 5, 6, 7}).cpu;
  EXPECT_EQ(all.model, "AMD EPYC 9654");
  EXPECT_EQ(all.sockets, 2);
  EXPECT_EQ(all.cores, 4);
  EXPECT_EQ(all.threads, 8);
  EXPECT_THAT(all.isa, ElementsAre("avx2", "avx512f", "avx512_bf16"));
  EXPECT_EQ(all.last_level_cache, Bytes{64.0 * kMebibyte});
  EXPECT_EQ(all.memory, Bytes{8192.0 * kMebibyte});
}

TEST(ProbeEnvironment, AffinityNarrowsCoresThreadsAndCache) {
  FakeMachine machine;
  const CpuInfo some = probe(two_sockets(machine), {0, 4, 1}).cpu;
  EXPECT_EQ(some.sockets, 1);
  EXPECT_EQ(some.cores, 2);
  EXPECT_EQ(some.threads, 3);
  EXPECT_EQ(some.last_level_cache, Bytes{32.0 * kMebibyte});
}

TEST(ProbeEnvironment, AQuotaCapsCoresAndThreads) {
  FakeMachine machine;
  two_sockets(machine).write("proc/self/cgroup", "0::/job\n");
  machine.write("sys/fs/cgroup/cgroup.controllers", "cpu\n");
  machine.write("sys/fs/cgroup/job/cpu.max", "350000 100000\n");
  const CpuInfo capped = probe(machine, {0, 1, 2, 3, 4, 5, 6, 7}).cpu;
  EXPECT_EQ(capped.cores, 3);
  EXPECT_EQ(capped.threads, 3);
  machine.write("sys/fs/cgroup/job/cpu.max", "20000 100000\n");
  EXPECT_EQ(probe(machine, {0, 1}).cpu.threads, 1);
}

TEST(ProbeEnvironment, AMemoryLimitCapsMemory) {
  FakeMachine machine;
  two_sockets(machine).write("proc/self/cgroup", "0::/\n");
  machine.write("sys/fs/cgroup/cgroup.controllers", "memory\n");
  machine.write("sys/fs/cgroup/memory.max", "1073741824\n");
  EXPECT_EQ(probe(machine, {0}).cpu.memory, Bytes{1024.0 * kMebibyte});
}

TEST(ProbeEnvironment, AnEmptyMachineStaysEmptyInsteadOfFailing) {
  FakeMachine machine;
  const Environment environment = probe(machine, {0, 1});
  EXPECT_EQ(environment.backend, "host");
  EXPECT_EQ(environment.cpu.model, "unknown");
  EXPECT_EQ(environment.cpu.cores, 2);
  EXPECT_THAT(environment.cpu.isa, IsEmpty());
  EXPECT_EQ(environment.cpu.last_level_cache, Bytes{});
  EXPECT_EQ(environment.host.name, "unknown");
  EXPECT_EQ(environment.host.container, "none");
  EXPECT_EQ(environment.host.hypervisor, "none");
  EXPECT_EQ(environment.host.launcher, "none");
  EXPECT_THAT(environment.variables, IsEmpty());
}

TEST(ProbeEnvironment, ArmNamesImplementerAndPart) {
  FakeMachine machine;
  machine.write("proc/cpuinfo", "processor\t: 0\nCPU implementer\t: 0x41\nCPU part\t: 0xd4f\n");
  EXPECT_EQ(probe(machine, {0}).cpu.model, "Arm 0x41 0xd4f");
}

TEST(ProbeEnvironment, NamesTheHost) {
  FakeMachine machine;
  machine.write("proc/sys/kernel/hostname", "node-7\n");
  machine.write("proc/sys/kernel/osrelease", "6.8.0-45-generic\n");
  machine.write("etc/os-release", "NAME=\"Ubuntu\"\nPRETTY_NAME=\"Ubuntu 24.04.1 LTS\"\n");
  machine.write("proc/cpuinfo", "flags : fpu hypervisor\n");
  machine.write("sys/class/dmi/id/sys_vendor", "Amazon EC2\n");
  const HostInfo host = probe(machine, {0}).host;
  EXPECT_EQ(host.name, "node-7");
  EXPECT_EQ(host.kernel, "6.8.0-45-generic");
  EXPECT_EQ(host.os, "Ubuntu 24.04.1 LTS");
  EXPECT_EQ(host.hypervisor, "Amazon EC2");
}

TEST(ProbeEnvironment, NamesTheContainer) {
  const auto container = [](const FakeMachine& machine) { return probe(machine, {0}).host.container; };
  FakeMachine docker;
  docker.write(".dockerenv", "");
  EXPECT_EQ(container(docker), "docker");
  FakeMachine podman;
  podman.write("run/.containerenv", "");
  EXPECT_EQ(container(podman), "podman");
  FakeMachine pod;
  pod.write("proc/self/cgroup", "0::/kubepods.slice/pod1\n");
  EXPECT_EQ(container(pod), "kubernetes");
  const std::array<const char*, 2> kubernetes{"KUBERNETES_SERVICE_HOST=10.0.0.1", nullptr};
  EXPECT_EQ(probe(docker, {0}, kubernetes.data()).host.container, "kubernetes");
}

TEST(ProbeEnvironment, NamesTheLauncher) {
  FakeMachine machine;
  const std::array<const char*, 2> variables{"OMPI_COMM_WORLD_SIZE=2", nullptr};
  EXPECT_EQ(probe(machine, {0}, variables.data()).host.launcher, "mpirun");
}

TEST(ProbeEnvironment, ThisMachineAnswers) {
  const Environment environment = probe_environment("host");
  EXPECT_GE(environment.cpu.cores, 1);
  EXPECT_GE(environment.cpu.threads, environment.cpu.cores);
  EXPECT_GT(environment.cpu.memory.value(), 0.0);
  EXPECT_NE(environment.host.kernel, "unknown");
  EXPECT_THAT(environment.software.at("compiler"), ::testing::AnyOf(StartsWith("gcc "), StartsWith("clang ")));
}

}  // namespace
}  // namespace roofgate
