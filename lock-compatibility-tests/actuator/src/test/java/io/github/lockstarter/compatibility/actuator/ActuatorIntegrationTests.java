package io.github.lockstarter.compatibility.actuator;

import org.awaitility.Awaitility;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What operations see over HTTP, on a server with servlets and on a reactive one.
 */
class ActuatorIntegrationTests {

	private static final String ENDPOINT = "distributedlocks";

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void lockIsTakenAwayOnlyWhereThatIsAllowedAndOnlyFromTheHolderThatWasSeen(WebApplicationType type) {
		TestRedis redis = TestRedis.shared();
		String prefix = "distributed-lock.key-prefix=force-" + type;
		try (ConfigurableApplicationContext open = ActuatorApplication.start(type, redis, prefix,
				"management.endpoint.distributedlocks.access=unrestricted");
				ConfigurableApplicationContext closed = ActuatorApplication.start(type, redis, prefix)) {
			Lease former = locks(open).acquire("order:1");
			former.close();
			Lease lease = locks(open).acquire("order:1");
			String path = ENDPOINT + "/order:1";
			assertThat(new Http(closed).delete(path + "?token=" + lease.fencingToken()).status()).isBetween(404, 405);

			Http server = new Http(open);
			assertThat(server.delete(path).status()).isEqualTo(400);
			Http.Answer late = server.delete(path + "?token=" + former.fencingToken());
			assertThat(late.status()).isEqualTo(409);
			assertThat(late.number("$.fencingToken")).isEqualTo(lease.fencingToken());
			lease.ensureHeld();

			assertThat(server.delete(path + "?token=" + lease.fencingToken()).status()).isEqualTo(204);
			Http.Answer again = server.delete(path + "?token=" + lease.fencingToken());
			assertThat(again.status()).isEqualTo(404);
			assertThat(again.<Boolean>read("$.held")).isFalse();
			lease.releaseNow();
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void outageIsSeenAndTakesNothingDown(WebApplicationType type) {
		try (TestRedis redis = TestRedis.start();
				ConfigurableApplicationContext application = ActuatorApplication.start(type, redis)) {
			Http server = new Http(application);
			Http.Answer up = server.get("health/distributedLocks");
			assertThat(up.status()).isEqualTo(200);
			assertThat(up.<String>read("$.status")).isEqualTo("UP");
			assertThat(up.<String>read("$.details.store")).isEqualTo("Redis at 127.0.0.1:" + redis.port());

			redis.kill();
			Awaitility.await()
				.untilAsserted(() -> assertThat(server.get("health/distributedLocks").<String>read("$.status"))
					.isEqualTo("UNKNOWN"));
			assertThat(server.get("health").status()).isEqualTo(200);
			assertThat(server.get(ENDPOINT).<String>read("$.store.commands")).isEqualTo("down");
			assertThat(server.get("prometheus").body())
				.contains("distributed_lock_connection_up{connection=\"commands\"} 0.0");
			Http.Answer unknown = server.get(ENDPOINT + "/order:1");
			assertThat(unknown.status()).isEqualTo(503);
			assertThat(unknown.<String>read("$.error")).contains("order:1");
		}
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void outageIsDownWhereThatIsWanted(WebApplicationType type) {
		try (TestRedis redis = TestRedis.start()) {
			redis.kill();
			try (ConfigurableApplicationContext application = ActuatorApplication.start(type, redis,
					"distributed-lock.health.down-on-outage=true")) {
				assertThat(new Http(application).get("health").status()).isEqualTo(503);
			}
		}
	}

	private static LockOperations locks(ConfigurableApplicationContext application) {
		return application.getBean(LockOperations.class);
	}

}
