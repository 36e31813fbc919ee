package io.github.lockstarter.testing.documentation;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Primary;
import org.springframework.test.context.bean.override.convention.TestBean;
import org.springframework.test.context.bean.override.mockito.MockitoSpyBean;

import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which replaced beans of a test have their locks, as docs/testing.md says.
 */
@SpringBootTest
@AutoConfigureTestLocks
@Timeout(120)
class OverriddenBeansTests {

	@TestBean
	private ReportService reports;

	@MockitoSpyBean
	private ShippingService shipping;

	@Autowired
	private CleanUpJob job;

	@Autowired
	private TestLocks testLocks;

	static ReportService reports() {
		return new ReportService();
	}

	// Spring registers the object itself and calls no post-processor for it.
	@Test
	void testBeanRunsWithoutItsLock() {
		this.testLocks.holdElsewhere("report");
		assertThat(this.reports.current()).isEqualTo("the report");
	}

	@Test
	void spyIsLocked() {
		this.testLocks.holdElsewhere("shipping:order-1");
		assertThat(this.shipping.ship("order-1")).isEmpty();
		assertThat(this.shipping.ship("order-2")).isPresent();
	}

	@Test
	void beanOfATestConfigurationIsLocked() {
		this.job.cleanUp();
		this.testLocks.holdElsewhere("clean-up");
		this.job.cleanUp();
		assertThat(this.job.runs()).as("the second is skipped").isEqualTo(1);
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Replacement {

		@Bean
		@Primary
		CleanUpJob replacedJob() {
			return new CleanUpJob();
		}

	}

}
