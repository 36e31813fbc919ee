package io.github.lockstarter.sample.stage.scenario;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.autoconfigure.condition.ConditionalOnExpression;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.sample.app.NeedsModes;

/**
 * Replaces the scenarios with readers and permits if the store does not support them.
 */
@Configuration(proxyBeanMethods = false)
@ConditionalOnExpression("!(" + NeedsModes.ARE_THERE + ")")
class WithoutModes {

	private static final Log logger = LogFactory.getLog(WithoutModes.class);

	WithoutModes() {
		logger.info("A lock has one holder here: the catalog and the exports, which need readers and permits, are left "
				+ "out");
	}

	@Bean
	Scenario noReaders() {
		return new LeftOut("readers-and-writer");
	}

	@Bean
	Scenario noPermits() {
		return new LeftOut("three-permits");
	}

	private record LeftOut(String name) implements Scenario {

		@Override
		public void play(Scene scene, boolean guarded) {
			throw new IllegalStateException(
					"A lock has one holder here: there are no readers and no permits. Start the "
							+ "sample with one Redis or with --store=jdbc.");
		}

	}

}
