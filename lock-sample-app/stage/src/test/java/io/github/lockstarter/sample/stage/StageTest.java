package io.github.lockstarter.sample.stage;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.SpringBootTest.WebEnvironment;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.ContextConfiguration;

import io.github.lockstarter.sample.SampleTest;
import io.github.lockstarter.sample.app.SampleApplication;
import io.github.lockstarter.sample.stage.database.LocalDatabase;

/**
 * As {@link SampleTest}, with the stage.
 */
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@SpringBootTest(classes = { SampleApplication.class, StagedSampleApplication.class },
		webEnvironment = WebEnvironment.RANDOM_PORT,
		properties = { "sample.registration.think-time=0ms", "sample.job.cron=-",
				"management.prometheus.metrics.export.enabled=true" })
@ActiveProfiles(StagedSampleApplication.PROFILE)
@ContextConfiguration(initializers = { StageTest.DatabaseOnThisMachine.class, SampleTest.RedisOfItsOwn.class })
@Import(SampleTest.Client.class)
@interface StageTest {

	class DatabaseOnThisMachine implements ApplicationContextInitializer<ConfigurableApplicationContext> {

		@Override
		public void initialize(ConfigurableApplicationContext context) {
			LocalDatabase.serveOnThisMachine();
		}

	}

}
