package io.github.lockstarter.sample;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.boot.test.util.TestPropertyValues;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.context.annotation.Lazy;
import org.springframework.test.context.ContextConfiguration;

import io.github.lockstarter.sample.app.SampleApplication;
import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestRedis;

/**
 * Runs the application without its stage in the JVM of the test, on a Redis of its own
 * that may be disturbed. All such tests share both, and get them injected: a
 * {@link SampleClient} and a {@link TestRedis}.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(classes = SampleApplication.class, webEnvironment = WebEnvironment.DEFINED_PORT,
		properties = "sample.job.cron=-")
@ContextConfiguration(initializers = { SampleTest.RedisOfItsOwn.class, SampleTest.FreePortOfItsOwn.class })
@Import(SampleTest.Client.class)
public @interface SampleTest {

	class RedisOfItsOwn implements ApplicationContextInitializer<ConfigurableApplicationContext> {

		@Override
		public void initialize(ConfigurableApplicationContext context) {
			TestRedis redis = TestRedis.start();
			context.getBeanFactory().registerSingleton("testRedis", redis);
			TestPropertyValues.of(Patience.SETTINGS)
				.and("spring.data.redis.host=" + redis.host(), "spring.data.redis.port=" + redis.port())
				.applyTo(context);
		}

	}

	/**
	 * The application calls itself, and cannot know a port that is chosen at the start.
	 */
	class FreePortOfItsOwn implements ApplicationContextInitializer<ConfigurableApplicationContext> {

		@Override
		public void initialize(ConfigurableApplicationContext context) {
			TestPropertyValues.of("server.port=" + FreePort.pick()).applyTo(context);
		}

	}

	// no configuration that a component scan finds
	class Client {

		@Bean
		@Lazy
		SampleClient sampleClient(@Value("${local.server.port}") int port) {
			return new SampleClient(port);
		}

	}

}
