package io.github.lockstarter.testing.documentation;

import java.time.Duration;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.context.annotation.Bean;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.testing.AutoConfigureTestLocks;
import io.github.lockstarter.testing.LockAssertions;
import io.github.lockstarter.testing.TestLocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The examples of docs/annotation.md do what their comments say.
 */
@SpringBootTest
@AutoConfigureTestLocks
@Timeout(120)
class AttributesTests {

	@Autowired
	private Attributes attributes;

	@Autowired
	private Work work;

	@Autowired
	private TestLocks testLocks;

	private final AtomicInteger runs = new AtomicInteger();

	@BeforeEach
	void countRuns() {
		inside(() -> {
		});
	}

	private void inside(Runnable check) {
		this.work.inside = () -> {
			this.runs.incrementAndGet();
			check.run();
		};
	}

	private void assertRunsUnder(String name, Runnable call) {
		inside(() -> LockAssertions.assertLocked(name));
		call.run();
		assertThat(this.runs).hasValue(1);
	}

	@Test
	void keyIsPartOfTheName() {
		assertRunsUnder("order:4711", () -> this.attributes.ship(new Attributes.Order("4711")));
	}

	@Test
	void valueIsTheKeyAfterClassAndMethod() {
		inside(() -> assertThat(LockContext.current().map(Lease::name).orElseThrow()).contains("Attributes")
			.endsWith("print:4711"));
		this.attributes.print(new Attributes.Order("4711"));
		assertThat(this.runs).hasValue(1);
	}

	@Test
	void nameMayBeAPlaceholder() {
		assertRunsUnder("stock", this.attributes::count);
	}

	@Test
	void waitTimeReplacesTheProperty() {
		this.testLocks.holdElsewhere("price:tea");
		this.testLocks.timeLapse();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.attributes.refresh("tea"))
			.withMessageContaining("500ms");
	}

	@Test
	void leaseTimeEndsTheLock() {
		inside(() -> this.testLocks.advanceTime(Duration.ofSeconds(10)));
		assertThatExceptionOfType(LockLostException.class).isThrownBy(this.attributes::report);
		assertThat(this.runs).hasValue(1);
	}

	@Test
	void minHoldKeepsTheLock() {
		this.attributes.remind("alice");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.attributes.remind("alice"));
		this.testLocks.advanceTime(Duration.ofMinutes(1));
		this.attributes.remind("alice");
		assertThat(this.runs).hasValue(2);
	}

	@Test
	void readersEnterTogether() {
		this.testLocks.heldElsewhere("catalog").reading();
		assertRunsUnder("catalog", this.attributes::read);
	}

	@Test
	void threePermits() {
		this.testLocks.heldElsewhere("export:acme").permits(3);
		this.testLocks.heldElsewhere("export:acme").permits(3);
		assertRunsUnder("export:acme", () -> this.attributes.export("acme"));
		this.testLocks.heldElsewhere("export:acme").permits(3);
		this.testLocks.timeLapse();
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.attributes.export("acme"));
		assertThat(this.runs).as("the fourth did not run").hasValue(1);
	}

	@Test
	void fairAndSentAreLockedAsWell() {
		assertRunsUnder("auction:7", () -> this.attributes.bid("7"));
		this.runs.set(0);
		assertRunsUnder("counter", this.attributes::increment);
	}

	@Test
	void conditionDecidesWhetherThereIsALock() {
		assertRunsUnder("account:a", () -> this.attributes.book("a", 5));
		inside(() -> assertThat(LockContext.current()).isEmpty());
		this.attributes.book("a", 0);
		assertThat(this.runs).hasValue(2);
	}

	@Test
	void heldLockSkipsTheMethod() {
		this.testLocks.holdElsewhere("clean-up");
		this.attributes.cleanUp();
		assertThat(this.runs).hasValue(0);
	}

	@Test
	void lossInterrupts() {
		AtomicBoolean interrupted = new AtomicBoolean();
		inside(() -> {
			this.testLocks.takeAway("forecast");
			try {
				new CountDownLatch(1).await();
			}
			catch (InterruptedException ex) {
				interrupted.set(true);
			}
		});
		assertThatExceptionOfType(LockLostException.class).isThrownBy(this.attributes::forecast);
		assertThat(interrupted).isTrue();
	}

	@TestConfiguration(proxyBeanMethods = false)
	static class Beans {

		@Bean
		Work work() {
			return new Work();
		}

		@Bean
		Attributes attributes(Work work) {
			return new WorkingAttributes(work);
		}

	}

	static class Work {

		private Runnable inside = () -> {
		};

	}

	static class WorkingAttributes implements Attributes {

		private final Work work;

		WorkingAttributes(Work work) {
			this.work = work;
		}

		private void run() {
			this.work.inside.run();
		}

		@Override
		public void ship(Order order) {
			run();
		}

		@Override
		public void print(Order order) {
			run();
		}

		@Override
		public void count() {
			run();
		}

		@Override
		public void refresh(String article) {
			run();
		}

		@Override
		public void report() {
			run();
		}

		@Override
		public void remind(String user) {
			run();
		}

		@Override
		public void read() {
			run();
		}

		@Override
		public void export(String tenant) {
			run();
		}

		@Override
		public void bid(String lot) {
			run();
		}

		@Override
		public void increment() {
			run();
		}

		@Override
		public void book(String id, int amount) {
			run();
		}

		@Override
		public void cleanUp() {
			run();
		}

		@Override
		public void forecast() {
			run();
		}

	}

}
