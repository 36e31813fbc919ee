package io.github.lockstarter.autoconfigure.health;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.health.contributor.Health;
import org.springframework.boot.health.contributor.HealthIndicator;
import org.springframework.boot.health.contributor.Status;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.context.ApplicationContext;

import io.github.lockstarter.actuate.StoreHealth;
import io.github.lockstarter.autoconfigure.boot4.LockHealthBoot4AutoConfiguration;
import io.github.lockstarter.redis.autoconfigure.LockApplication;
import io.github.lockstarter.test.RefusedConnection;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * The health of the locks on Spring Boot 4. That on 3.5 is in the compatibility tests.
 */
class LockHealthTests {

	private static final String BEAN = "distributedLocksHealthIndicator";

	@Test
	void outageIsUnknownSoThatTheApplicationStaysInService() {
		String refused = RefusedConnection.words();
		application().run((context) -> Awaitility.await().untilAsserted(() -> {
			Health health = health(context);
			assertThat(health.getStatus()).isEqualTo(Status.UNKNOWN);
			assertThat(health.getDetails()).containsEntry("kind", "redis")
				.containsEntry("commands", "down")
				.containsEntry("messages", "down")
				.containsKeys("commandsDownSince", "messagesDownSince")
				.hasEntrySatisfying("store", (store) -> assertThat(store).asString().startsWith("Redis at 127.0.0.1:"))
				.hasEntrySatisfying("commandsTrouble", (trouble) -> assertThat(trouble).asString().contains(refused))
				.doesNotContainKey("status");
		}));
	}

	@Test
	void outageIsDownWhereThatIsWanted() {
		application().withPropertyValues("distributed-lock.health.down-on-outage=true")
			.run((context) -> assertThat(health(context).getStatus()).isEqualTo(Status.DOWN));
	}

	@Test
	void healthIsTurnedOffLikeAnyOther() {
		application().withPropertyValues("management.health.distributedlocks.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
		application().withPropertyValues("management.health.defaults.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed().doesNotHaveBean(BEAN));
	}

	@Test
	void indicatorOfTheApplicationReplacesOurs() {
		HealthIndicator own = () -> Health.up().build();
		application().withBean(BEAN, HealthIndicator.class, () -> own)
			.run((context) -> assertThat(context).hasNotFailed().getBean(HealthIndicator.class).isSameAs(own));
	}

	@Test
	void thereIsNoneWithoutLocks() {
		application().withPropertyValues("distributed-lock.enabled=false")
			.run((context) -> assertThat(context).hasNotFailed()
				.doesNotHaveBean(BEAN)
				.doesNotHaveBean(StoreHealth.class));
	}

	private static Health health(ApplicationContext context) {
		return context.getBean(BEAN, HealthIndicator.class).health();
	}

	private static ApplicationContextRunner application() {
		return LockApplication.withoutRedis()
			.withConfiguration(
					AutoConfigurations.of(StoreHealthAutoConfiguration.class, LockHealthBoot4AutoConfiguration.class));
	}

}
