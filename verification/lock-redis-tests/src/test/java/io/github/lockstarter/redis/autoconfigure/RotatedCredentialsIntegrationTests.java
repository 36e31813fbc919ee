package io.github.lockstarter.redis.autoconfigure;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicReference;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.boot.data.redis.autoconfigure.DataRedisConnectionDetails;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.env.MapPropertySource;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Credentials that are rotated while the application runs: connections that are made
 * later log in with the new ones.
 */
// CredentialsIntegrationTests has the rule in the gate
@Tag("slow")
@Timeout(120)
class RotatedCredentialsIntegrationTests {

	private final TestRedis redis = TestRedis.start();

	private final Map<String, Object> vault = new ConcurrentHashMap<>(Map.of("redis.password", "first"));

	private final ApplicationContextRunner application = LockApplication.runner()
		.withInitializer((context) -> context.getEnvironment()
			.getPropertySources()
			.addFirst(new MapPropertySource("vault", this.vault)))
		.withPropertyValues(LockApplication.PATIENCE);

	RotatedCredentialsIntegrationTests() {
		this.redis.cli("ACL", "SETUSER", "locks", "on", ">first", "~*", "&*", "+@all");
	}

	@AfterEach
	void stop() {
		this.redis.close();
	}

	@Test
	void passwordOfThePropertiesIsReadAtEachConnect() {
		this.application
			.withPropertyValues("spring.data.redis.host=" + this.redis.host(),
					"spring.data.redis.port=" + this.redis.port(), "spring.data.redis.username=locks",
					"spring.data.redis.password=${redis.password}")
			.run((context) -> {
				LockOperations locks = context.getBean(LockOperations.class);
				assertThat(locks.execute("job", Lease::fencingToken)).isPositive();
				this.vault.put("redis.password", "second");
				rotate();
				assertThat(locks.execute("job", Lease::fencingToken)).isPositive();
			});
	}

	@Test
	void passwordOfTheUrlIsReadAtEachConnect() {
		this.application
			.withPropertyValues("spring.data.redis.url=redis://locks:${redis.password}@" + this.redis.host() + ":"
					+ this.redis.port())
			.run((context) -> {
				LockOperations locks = context.getBean(LockOperations.class);
				assertThat(locks.execute("job", Lease::fencingToken)).isPositive();
				this.vault.put("redis.password", "second");
				rotate();
				assertThat(locks.execute("job", Lease::fencingToken)).isPositive();
			});
	}

	@Test
	void connectionDetailsAreAskedAtEachConnect() {
		AtomicReference<String> password = new AtomicReference<>("first");
		this.application.withBean(DataRedisConnectionDetails.class, () -> new RotatedDetails(this.redis, password))
			.run((context) -> {
				LockOperations locks = context.getBean(LockOperations.class);
				assertThat(locks.execute("job", Lease::fencingToken)).isPositive();
				password.set("second");
				rotate();
				assertThat(locks.execute("job", Lease::fencingToken)).isPositive();
			});
	}

	private void rotate() {
		this.redis.cli("ACL", "SETUSER", "locks", "resetpass", ">second");
		this.redis.cli("CLIENT", "KILL", "USER", "locks");
	}

	/**
	 * As those of an application that asks a vault.
	 */
	private record RotatedDetails(TestRedis redis,
			AtomicReference<String> password) implements DataRedisConnectionDetails {

		@Override
		public String getUsername() {
			return "locks";
		}

		@Override
		public String getPassword() {
			return this.password.get();
		}

		@Override
		public Standalone getStandalone() {
			return Standalone.of(this.redis.host(), this.redis.port());
		}

	}

}
