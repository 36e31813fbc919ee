package io.github.lockstarter.compatibility;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.compatibility.application.CompatibilityApplication;
import io.github.lockstarter.test.ConsulMembers;
import io.github.lockstarter.test.EtcdMembers;
import io.github.lockstarter.test.TestZooKeeper;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The built jars in a JVM of its own that has several stores and no Redis. The
 * application locks in one store after the other.
 */
@Tag("every-line")
class StoresIntegrationTests {

	private static final ClassPath CLASS_PATH = ClassPath.ofTheStores();

	private static final Optional<Path> ETCD = EtcdMembers.program();

	private static final Optional<Path> CONSUL = ConsulMembers.program();

	private static ApplicationRun run;

	@BeforeAll
	static void runApplication(@TempDir Path directory) throws Exception {
		List<String> stores = new ArrayList<>(List.of("jdbc", "zookeeper"));
		List<String> properties = new ArrayList<>(List.of("distributed-lock.jdbc.initialize-schema=always",
				"distributed-lock.zookeeper.session-timeout=20s",
				// one for both instances
				"spring.datasource.url=jdbc:h2:mem:locks;DB_CLOSE_DELAY=-1", "logging.level.org.apache=warn"));
		try (TestZooKeeper zooKeeper = TestZooKeeper.start(1, 2_000);
				EtcdMembers etcd = startEtcd(directory);
				ConsulMembers consul = startConsul(directory)) {
			properties.add("distributed-lock.zookeeper.connect-string=" + zooKeeper.connectString());
			if (etcd != null) {
				stores.add("etcd");
				properties.add("distributed-lock.etcd.endpoints=http://127.0.0.1:" + etcd.ports().get(0));
			}
			if (consul != null) {
				consul.awaitAnswer();
				stores.add("consul");
				properties.add("distributed-lock.consul.endpoints=" + consul.endpoints().get(0));
			}
			run = ApplicationRun.of(directory, CLASS_PATH, properties, CompatibilityApplication.class,
					stores.toArray(String[]::new));
		}
	}

	// null where there is none: try-with-resources takes that
	private static EtcdMembers startEtcd(Path directory) {
		return ETCD.isPresent() ? EtcdMembers.start(directory, 1) : null;
	}

	private static ConsulMembers startConsul(Path directory) {
		return CONSUL.isPresent() ? ConsulMembers.start(directory.resolve("consul"), 1) : null;
	}

	@Test
	void applicationHasStoresAndNoRedis() {
		List<String> jars = CLASS_PATH.names();
		for (String store : List.of("jdbc", "zookeeper", "etcd", "consul")) {
			assertThat(jars).anyMatch((jar) -> jar.startsWith("lock-spring-boot-starter-" + store));
		}
		assertThat(jars).noneMatch((jar) -> jar.matches(".*(lettuce|redis|junit|test|kotlin|shedlock).*"));
		String[] expected = System.getProperty("expected.versions").split(", ");
		assertThat(run.versions()).contains(expected[0], expected[1]).doesNotContain("Lettuce");
	}

	@Test
	void applicationLocksInADatabase() {
		assertLockedIn("jdbc", "H2 at ");
	}

	@Test
	void applicationLocksInZooKeeper() {
		assertLockedIn("zookeeper", "ZooKeeper at ");
	}

	@Test
	void applicationLocksInEtcd() {
		Assumptions.assumeTrue(ETCD.isPresent(), EtcdMembers.MISSING);
		assertLockedIn("etcd", "etcd at ");
	}

	@Test
	void applicationLocksInConsul() {
		Assumptions.assumeTrue(CONSUL.isPresent(), ConsulMembers.MISSING);
		assertLockedIn("consul", "Consul at ");
	}

	@Test
	void applicationEnds() {
		assertThat(run.output()).contains("OK end");
		assertThat(run.status()).isZero();
	}

	private void assertLockedIn(String store, String label) {
		run.assertLockedIn(store);
		assertThat(run.output())
			.filteredOn((line) -> line.contains("keeps the distributed locks") && line.contains(label))
			.hasSize(2);
	}

}
