package io.github.lockstarter.sample.app.job;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.task.ThreadPoolTaskSchedulerCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/**
 * What is said of a job that fails: one line, because without its lock it fails each
 * time.
 */
@Configuration(proxyBeanMethods = false)
class JobConfiguration {

	private static final Log logger = LogFactory.getLog(JobConfiguration.class);

	@Bean
	ThreadPoolTaskSchedulerCustomizer failuresInOneLine() {
		return (scheduler) -> scheduler.setErrorHandler((ex) -> logger.warn("The job did not run: " + ex.getMessage()));
	}

}
