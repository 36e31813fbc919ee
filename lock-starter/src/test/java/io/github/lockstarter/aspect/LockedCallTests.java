package io.github.lockstarter.aspect;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.Test;

import io.github.lockstarter.InvalidLockKeyException;
import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * What happens in one call of a locked method.
 */
class LockedCallTests {

	@Test
	void attributesBecomeTheRequest() {
		run((users, locks) -> {
			users.tuned("ann");
			assertThat(locks.requests()).containsExactly(LockRequest.of("tuned:ann")
				.waitTime(Duration.ofMillis(500))
				.leaseTime(Duration.ofSeconds(5))
				.minHold(Duration.ofMinutes(1))
				.fair(true)
				.release(ReleaseMode.SENT));
		});
	}

	@Test
	void unsetAttributesAreLeftToTheProperties() {
		run((users, locks) -> {
			users.register("ann");
			assertThat(locks.requests()).containsExactly(LockRequest.of("register:ann"));
		});
	}

	@Test
	void placeholdersAreResolved() {
		run((users, locks) -> {
			users.configured("ann");
			assertThat(locks.requests()).containsExactly(LockRequest.of("staging:ann").waitTime(Duration.ofSeconds(7)));
		});
	}

	@Test
	void methodRunsUnderItsLeaseAndReleasesIt() {
		run((users, locks) -> {
			assertThat(users.register("ann")).isEqualTo("register:ann");
			assertThat(locks.isHeld("register:ann")).isFalse();
			assertThat(LockContext.current()).isEmpty();
		});
	}

	@Test
	void keyIsEvaluatedOnceBeforeTheMethod() {
		run((users, locks) -> {
			CountingKey key = new CountingKey("before");
			users.change(key);
			assertThat(locks.requestedNames()).containsExactly("change:before");
			assertThat(key.reads).isOne();
		});
	}

	@Test
	void invalidKeyFailsTheCallWithoutRunningIt() {
		run((users, locks) -> {
			assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> users.register(" "))
				.withMessageContaining("register(String)");
			assertThat(users.ran()).isEmpty();
			assertThat(locks.requests()).isEmpty();
		});
	}

	@Test
	void falseConditionRunsWithoutTheLock() {
		run((users, locks) -> {
			users.conditional("ann", false);
			assertThat(locks.requests()).isEmpty();
			users.conditional("ann", true);
			assertThat(locks.requestedNames()).containsExactly("conditional:ann");
			assertThat(users.ran()).hasSize(2);
		});
	}

	@Test
	void throwsWhenAnotherHoldsTheLock() {
		run((users, locks) -> {
			locks.heldByAnother("register:ann");
			assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> users.register("ann"));
			assertThat(users.ran()).isEmpty();
			assertThat(users.register("bob")).isEqualTo("register:bob");
		});
	}

	@Test
	void skippedMethodAnswersNothing() {
		run((users, locks) -> {
			locks.heldByAnother("skip");
			users.skipVoid();
			assertThat(users.skipText()).isNull();
			assertThat(users.skipOptional()).isEmpty();
			assertThat(users.skipOptionalInt()).isEmpty();
			assertThat(users.ran()).isEmpty();
		});
	}

	@Test
	void skippableMethodRunsWhenTheLockIsFree() {
		run((users, locks) -> assertThat(users.skipText()).isEqualTo("text"));
	}

	@Test
	void privateFallbackRunsInstead() {
		run((users, locks) -> {
			locks.heldByAnother("fallback:ann");
			assertThat(users.withFallback("ann", 7)).isEqualTo("busy ann 7");
			assertThat(users.ran()).containsExactly("busy ann");
		});
	}

	@Test
	void exceptionOfFallbackIsUnwrapped() {
		run((users, locks) -> {
			locks.heldByAnother("fallback:ann");
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> users.withFailingFallback("ann"))
				.withMessage("fallback failed");
		});
	}

	@Test
	void lockNotAcquiredByTheBodyIsNotMistaken() {
		run((users, locks) -> {
			locks.heldByAnother("somewhere else");
			assertThatExceptionOfType(LockNotAcquiredException.class)
				.isThrownBy(() -> users.skipButBodyLocks(() -> locks.acquire("somewhere else").close()))
				.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo("somewhere else"));
		});
	}

	@Test
	void exceptionsOfTheBodyPassUnchanged() {
		run((users, locks) -> {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> users.fail(new IOException("disk")))
				.withMessage("disk");
			assertThatExceptionOfType(InterruptedException.class)
				.isThrownBy(() -> users.fail(new InterruptedException("mine")))
				.withMessage("mine");
			assertThat(locks.isHeld("fail")).isFalse();
		});
	}

	@Test
	void failedWorkIsReleasedWithoutMinimumHold() {
		run((users, locks) -> {
			assertThatExceptionOfType(IOException.class).isThrownBy(() -> users.failOnce(true));
			users.failOnce(false);
			assertThat(locks.events()).containsExactly("acquired once", "freed once", "acquired once", "kept once");
		});
	}

	@Test
	void lostLeaseIsToldAfterANormalReturn() {
		run((users, locks) -> assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> users.during(() -> locks.lose("during"))));
	}

	@Test
	void lostLeaseInterruptsTheBodyWhereAsked() {
		run((users, locks) -> {
			CountDownLatch never = new CountDownLatch(1);
			assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> users.interruptible(() -> {
				locks.lose("interruptible");
				never.await(120, TimeUnit.SECONDS);
			})).satisfies((ex) -> assertThat(ex.getSuppressed()).hasExactlyElementsOfTypes(LockLostException.class));
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		});
	}

	@Test
	void interruptThatTheBodyIgnoredDoesNotLeaveTheMethod() {
		run((users, locks) -> {
			assertThatExceptionOfType(LockLostException.class)
				.isThrownBy(() -> users.interruptible(() -> locks.lose("interruptible")));
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		});
	}

	@Test
	void lossDoesNotInterruptUnlessAsked() {
		run((users, locks) -> assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> users.during(() -> {
			locks.lose("during");
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		})));
	}

	private static void run(TestCase test) {
		LockedApplication.with(Users.class)
			.withPropertyValues("users.lock=staging", "users.wait=7s", "users.who=#userName")
			.run((context) -> test.run(context.getBean(Users.class), context.getBean(RecordingLockOperations.class)));
	}

	private interface TestCase {

		void run(Users users, RecordingLockOperations locks) throws Exception;

	}

	interface Work {

		void run() throws Exception;

	}

	public static class CountingKey {

		private String value;

		private int reads;

		CountingKey(String value) {
			this.value = value;
		}

		public String getValue() {
			this.reads++;
			return this.value;
		}

	}

	static class Users {

		private final List<String> ran = new ArrayList<>();

		List<String> ran() {
			return this.ran;
		}

		@DistributedLocked(name = "register", key = "#userName")
		String register(String userName) {
			this.ran.add(userName);
			return LockContext.current().filter(Lease::isHeld).map(Lease::name).orElseThrow();
		}

		@DistributedLocked(name = "tuned", value = "#userName", waitTime = "500ms", leaseTime = "PT5S", minHold = "1m",
				fair = true, release = "sent")
		void tuned(String userName) {
		}

		@DistributedLocked(name = "${users.lock}", key = "${users.who}", waitTime = "${users.wait}",
				leaseTime = "${users.lease:}")
		void configured(String userName) {
		}

		@DistributedLocked(name = "change", key = "#key.value")
		void change(CountingKey key) {
			key.value = "after";
		}

		@DistributedLocked(name = "conditional", key = "#userName", condition = "#locked")
		void conditional(String userName, boolean locked) {
			this.ran.add(userName);
		}

		@DistributedLocked(name = "skip", onNotAcquired = OnNotAcquired.SKIP)
		void skipVoid() {
			this.ran.add("void");
		}

		@DistributedLocked(name = "skip", onNotAcquired = OnNotAcquired.SKIP)
		String skipText() {
			this.ran.add("text");
			return "text";
		}

		@DistributedLocked(name = "skip", onNotAcquired = OnNotAcquired.SKIP)
		Optional<String> skipOptional() {
			this.ran.add("optional");
			return Optional.of("text");
		}

		@DistributedLocked(name = "skip", onNotAcquired = OnNotAcquired.SKIP)
		OptionalInt skipOptionalInt() {
			this.ran.add("int");
			return OptionalInt.of(1);
		}

		@DistributedLocked(name = "skipBody", onNotAcquired = OnNotAcquired.SKIP)
		String skipButBodyLocks(Work work) throws Exception {
			work.run();
			return "done";
		}

		@DistributedLocked(name = "fallback", key = "#userName", onNotAcquired = OnNotAcquired.FALLBACK,
				fallback = "busy")
		String withFallback(String userName, int count) {
			this.ran.add(userName);
			return userName;
		}

		private String busy(String userName, int count) {
			this.ran.add("busy " + userName);
			return "busy " + userName + " " + count;
		}

		@DistributedLocked(name = "fallback", key = "#userName", onNotAcquired = OnNotAcquired.FALLBACK,
				fallback = "fail")
		String withFailingFallback(String userName) throws IOException {
			return userName;
		}

		String fail(String userName) throws IOException {
			throw new IOException("fallback failed");
		}

		@DistributedLocked(name = "fail")
		void fail(Exception failure) throws Exception {
			throw failure;
		}

		@DistributedLocked(name = "once", minHold = "1m")
		void failOnce(boolean fail) throws IOException {
			if (fail) {
				throw new IOException("once");
			}
		}

		@DistributedLocked(name = "during")
		void during(Work work) throws Exception {
			work.run();
		}

		@DistributedLocked(name = "interruptible", onLost = OnLost.INTERRUPT)
		void interruptible(Work work) throws Exception {
			work.run();
		}

	}

}
