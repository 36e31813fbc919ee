package io.github.lockstarter.testing.documentation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.beans.factory.config.ConfigurableListableBeanFactory;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatException;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What docs/faq.md says about lazy initialization.
 */
@SpringBootTest(properties = "spring.main.lazy-initialization=true")
@AutoConfigureTestLocks
@Timeout(120)
class LazyInitializationTests {

	@Autowired
	private ConfigurableListableBeanFactory beans;

	@Autowired
	private TestLocks testLocks;

	@Test
	void locksStartWithTheApplication() {
		assertThat(this.beans.containsSingleton("distributedLockStarterLifecycle")).isTrue();
		assertThat(this.beans.containsSingleton("shippingService")).as("everything is lazy").isFalse();
	}

	@Test
	void lazyMethodIsLocked() {
		this.testLocks.holdElsewhere("report");
		this.testLocks.timeLapse();
		ReportService reports = this.beans.getBean(ReportService.class);
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(reports::current);
	}

	@Test
	void mistakeIsReportedWhenTheBeanIsNeeded() {
		assertThatException().isThrownBy(() -> this.beans.getBean(Mistake.class))
			.havingRootCause()
			.withMessageContaining("unknown");
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		Mistake mistake() {
			return new Mistake();
		}

	}

	static class Mistake {

		@DistributedLocked(name = "mistake", key = "#unknown")
		void run() {
		}

	}

}
