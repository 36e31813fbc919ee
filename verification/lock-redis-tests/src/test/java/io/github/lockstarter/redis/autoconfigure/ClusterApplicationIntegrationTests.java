package io.github.lockstarter.redis.autoconfigure;

import java.time.Duration;
import java.util.stream.Collectors;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.autoconfigure.LeaderChange;
import io.github.lockstarter.redis.SharedCluster;
import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestRedisCluster;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * An application on a Redis Cluster: the property of Spring Boot is all it needs.
 */
@Timeout(120)
@ExtendWith(OutputCaptureExtension.class)
@Tag("gate")
class ClusterApplicationIntegrationTests {

	private final TestRedisCluster cluster = SharedCluster.get();

	@Test
	void locksAreKeptOnTheClusterOfTheApplication(CapturedOutput output) {
		application().run((context) -> {
			LockOperations locks = context.getBean(LockOperations.class);
			for (int i = 0; i < 10; i++) {
				String name = "application:" + i;
				try (Lease lease = locks.acquire(name)) {
					assertThat(lease.isHeld()).isTrue();
					assertThat(this.cluster.masterOf(TestRedisCluster.slot("lock:" + name)).cli("TYPE", "lock:" + name))
						.isEqualTo("hash");
				}
			}
		});
		// with the thread: what Logback says about its configuration has none
		assertThat(output).doesNotContain("WARN  [", "ERROR [");
	}

	@Test
	void lockOfABeanIsFreeWhenItsApplicationHasEnded() {
		LeaderChange.happens(application());
	}

	@Test
	void hashTagInThePrefixIsToldOnce(CapturedOutput output) {
		application().withPropertyValues("distributed-lock.key-prefix={shop}")
			.run((context) -> context.getBean(LockOperations.class).acquire("tagged").close());
		assertThat(output.getOut().lines().filter((line) -> line.contains("WARN  ["))).singleElement()
			.asString()
			.contains("distributed-lock.key-prefix has the hash tag {shop}", "all locks are on one node");
	}

	@Test
	void clusterThatIsAwayStopsNoStartAndIsNamed(CapturedOutput output) {
		String away = "127.0.0.1:" + FreePort.pick();
		LockApplication.runner()
			.withPropertyValues("spring.data.redis.cluster.nodes=" + away, "distributed-lock.command-timeout=100ms")
			.run((context) -> assertThatExceptionOfType(LockUnavailableException.class).isThrownBy(
					() -> context.getBean(LockOperations.class).acquire(LockRequest.of("away").waitTime(Duration.ZERO)))
				.withMessageContaining("Redis Cluster at " + away));
		assertThat(output).contains("Redis Cluster at " + away + " cannot be reached");
	}

	private ApplicationContextRunner application() {
		return LockApplication.runner()
			.withPropertyValues(LockApplication.PATIENCE)
			.withPropertyValues("spring.data.redis.cluster.nodes=" + this.cluster.masters()
				.stream()
				.map((master) -> master.host() + ":" + master.port())
				.collect(Collectors.joining(",")));
	}

}
