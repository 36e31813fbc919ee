package io.github.lockstarter.sample.app.job;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.task.ThreadPoolTaskSchedulerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * Logs a failed job in one line, because in an outage it fails each time.
 */
@Configuration(proxyBeanMethods = false)
class JobConfiguration {

	private static final Log logger = LogFactory.getLog(JobConfiguration.class);

	@Bean
	ThreadPoolTaskSchedulerCustomizer failuresInOneLine() {
		return (scheduler) -> scheduler.setErrorHandler((ex) -> logger.warn("The job did not run: " + ex.getMessage()));
	}

}
