package io.github.lockstarter.compatibility.stores;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

import org.apache.curator.test.TestingServer;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.test.EtcdMembers;
import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.ShortJvm;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The built jars in a JVM of its own that has three stores and no Redis.
 */
class StoresIntegrationTests {

	private static final String APPLICATION = "io.github.lockstarter.compatibility.CompatibilityApplication";

	@TempDir
	private Path directory;

	@Test
	void applicationLocksInADatabase() throws Exception {
		applicationLocks("H2 at ", "store=jdbc", "jdbc.initialize-schema=always", "lease-time=10m");
	}

	@Test
	void applicationLocksInZooKeeper() throws Exception {
		try (TestingServer server = new TestingServer(FreePort.pick())) {
			applicationLocks("ZooKeeper at ", "store=zookeeper",
					"zookeeper.connect-string=" + server.getConnectString(), "zookeeper.session-timeout=20s");
		}
	}

	@Test
	void applicationLocksInEtcd() throws Exception {
		String endpoint = "http://127.0.0.1:" + FreePort.pick();
		Process etcd = new ProcessBuilder(etcd(), "--data-dir", this.directory.resolve("etcd").toString(),
				"--listen-client-urls", endpoint, "--advertise-client-urls", endpoint, "--listen-peer-urls",
				"http://127.0.0.1:0")
			.redirectErrorStream(true)
			.redirectOutput(this.directory.resolve("etcd.log").toFile())
			.start();
		try {
			applicationLocks("etcd at ", "store=etcd", "etcd.endpoints=" + endpoint);
		}
		finally {
			etcd.destroyForcibly().waitFor();
		}
	}

	private static String etcd() {
		Optional<Path> program = EtcdMembers.program();
		Assumptions.assumeTrue(program.isPresent(),
				"no etcd of 3.4 or later on the PATH, none in " + EtcdMembers.VARIABLE);
		return program.get().toString();
	}

	private void applicationLocks(String store, String... settings) throws Exception {
		String dependencies = Files.readString(Path.of(System.getProperty("application.dependencies"))).strip();
		assertThat(dependencies).containsPattern("lock-spring-boot-starter-etcd-[^/]*\\.jar")
			.doesNotContain("lettuce", "junit", "lock-test-support");
		List<String> command = new ArrayList<>(
				ShortJvm.command("-cp", System.getProperty("application.classes") + File.pathSeparator + dependencies));
		for (String setting : settings) {
			command.add("-Ddistributed-lock." + setting);
		}
		// the application waits for the first session
		command.add("-Ddistributed-lock.start-timeout=1m");
		command.add("-Ddistributed-lock.command-timeout=30s");
		command.add("-Ddistributed-lock.wait-time=1m");
		// one for both servers; not used where the locks are elsewhere
		command.add("-Dspring.datasource.url=jdbc:h2:mem:locks;DB_CLOSE_DELAY=-1");
		command.add("-Dlogging.level.org.apache=warn");
		command.add(APPLICATION);
		Path log = this.directory.resolve("application.log");
		Process application = new ProcessBuilder(command).redirectErrorStream(true)
			.redirectOutput(log.toFile())
			.start();
		boolean ended = application.waitFor(5, TimeUnit.MINUTES);
		application.destroyForcibly();
		List<String> output = Files.readAllLines(log);
		output.forEach(System.out::println);
		assertThat(ended).as("it has ended").isTrue();
		assertThat(output).contains("OK annotation", "OK future", "OK reactor", "OK several keys", "OK contention",
				"OK hand-over", "OK loss", "OK end");
		assertThat(application.exitValue()).isZero();
		assertThat(output).filteredOn((line) -> line.startsWith("OK Spring Boot"))
			.singleElement()
			.asString()
			.contains(System.getProperty("expected.versions").split(", "));
		assertThat(output).filteredOn((line) -> line.contains("keeps the distributed locks"))
			.hasSize(2)
			.allMatch((line) -> line.contains(store));
	}

}
