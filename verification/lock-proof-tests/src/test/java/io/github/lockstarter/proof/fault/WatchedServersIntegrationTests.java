package io.github.lockstarter.proof.fault;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A failover that nobody has waited for.
 */
// three Sentinels
@Tag("slow")
class WatchedServersIntegrationTests {

	@Test
	void masterOfTheEndIsTheOneOfTheLastFailover() {
		try (WatchedServers servers = WatchedServers.start()) {
			TestRedis former = servers.master();
			TestRedis next = servers.replica();
			long asked = System.nanoTime();
			servers.failover();
			assertThat(servers.awaitPromotion(next, asked)).as("not after it was seen")
				.isBetween(asked, System.nanoTime());
			assertThat(servers.master()).as("nobody has looked").isSameAs(former);
			assertThat(servers.lastMaster()).isSameAs(next);
			assertThat(next.cli("SET", "lock:job", "1")).isEqualTo("OK");
		}
	}

}
