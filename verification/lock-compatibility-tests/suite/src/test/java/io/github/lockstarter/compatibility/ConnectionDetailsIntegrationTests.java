package io.github.lockstarter.compatibility;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The address of Redis comes as connection details, and properties say something else.
 */
class ConnectionDetailsIntegrationTests {

	@Test
	@Tag("every-line")
	void locksAreInTheRedisOfTheConnectionDetails() {
		try (Lease lease = ServerApplication.shared().getBean(LockOperations.class).acquire("import")) {
			assertThat(TestRedis.shared().cli("EXISTS", ServerApplication.PREFIX + ":" + lease.name())).isEqualTo("1");
		}
	}

}
