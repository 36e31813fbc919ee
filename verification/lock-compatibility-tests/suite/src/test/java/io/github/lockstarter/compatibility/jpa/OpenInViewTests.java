package io.github.lockstarter.compatibility.jpa;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.annotation.Import;

import io.github.lockstarter.testing.AutoConfigureTestLocks;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With {@code spring.jpa.open-in-view}, which Spring Boot turns on, the whole request has
 * one persistence context: what was read before the lock is not read again inside.
 */
@Tag("jpa")
@SpringBootTest(classes = BankApplication.class, properties = "distributed-lock.wait-time=2m")
@Import(ConcurrentDeposits.class)
@AutoConfigureTestLocks
@ExtendWith(OutputCaptureExtension.class)
class OpenInViewTests {

	@Autowired
	private ConcurrentDeposits deposits;

	@BeforeEach
	void open() {
		this.deposits.open();
	}

	@Test
	void changeOfThePreviousHolderIsOverwrittenByWhatWasReadBeforeTheLock() throws Exception {
		assertThat(this.deposits.deposit("deposit")).isEqualTo(2);
		assertThat(this.deposits.balance()).as("one deposit is lost, although the lock excludes").isOne();
	}

	@Test
	void refreshInsideTheLockReadsAgain() throws Exception {
		assertThat(this.deposits.deposit("refreshed")).isEqualTo(2);
		assertThat(this.deposits.balance()).isEqualTo(2);
	}

	@Test
	void readingInsideTheLockAloneReadsWhatThePreviousHolderHasWritten() throws Exception {
		assertThat(this.deposits.deposit("inside")).isEqualTo(2);
		assertThat(this.deposits.balance()).isEqualTo(2);
	}

	@Test
	void versionRefusesTheSecondOne() throws Exception {
		assertThat(this.deposits.deposit("versioned")).isOne();
		assertThat(this.deposits.versionedBalance()).isOne();
	}

	@Test
	void startWarnsOfTransactionalMethods(CapturedOutput output) {
		assertThat(output).containsOnlyOnce("is locked and transactional, while spring.jpa.open-in-view is on");
	}

}
