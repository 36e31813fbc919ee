package io.github.lockstarter.sample;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.test.context.ContextConfiguration;

import io.github.lockstarter.sample.stage.database.LocalDatabase;
import io.github.lockstarter.test.TestRedis;

/**
 * Runs the sample in the JVM of the test, on a Redis of its own that may be disturbed.
 * All such tests share both, and get them injected: a {@link SampleClient} and a
 * {@link TestRedis}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "sample.registration.think-time=0ms", "sample.job.cron=-",
				"management.prometheus.metrics.export.enabled=true" })
@ContextConfiguration(initializers = SampleTest.RedisOfItsOwn.class)
@Import(SampleTest.Client.class)
public @interface SampleTest {

	class RedisOfItsOwn implements ApplicationContextInitializer<ConfigurableApplicationContext> {

		@Override
		public void initialize(ConfigurableApplicationContext context) {
			LocalDatabase.serveOnThisMachine();
			TestRedis redis = TestRedis.start();
			context.getBeanFactory().registerSingleton("testRedis", redis);
			TestPropertyValues.of(Patience.SETTINGS)
				.and("spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port())
				.applyTo(context);
		}

	}

	@TestConfiguration(proxyBeanMethods = false)
	class Client {

		@Bean
		@Lazy
		SampleClient sampleClient(@Value("${local.server.port}") int port) {
			return new SampleClient(port);
		}

	}

}
