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

	private final LockedBeans beans = LockedBeans.withClassProxies()
		.withProperty("users.lock", "staging")
		.withProperty("users.wait", "7s")
		.withProperty("users.who", "#userName");

	private final Users users = this.beans.create(Users.class);

	private final RecordingLockOperations locks = this.beans.locks();

	@Test
	void attributesBecomeTheRequest() {
		this.users.tuned("ann");
		assertThat(this.locks.requests()).containsExactly(LockRequest.of("tuned:ann")
			.waitTime(Duration.ofMillis(500))
			.leaseTime(Duration.ofSeconds(5))
			.minHold(Duration.ofMinutes(1))
			.fair(true)
			.release(ReleaseMode.SENT));
	}

	@Test
	void unsetAttributesAreLeftToTheProperties() {
		this.users.register("ann");
		assertThat(this.locks.requests()).containsExactly(LockRequest.of("register:ann"));
	}

	@Test
	void placeholdersAreResolved() {
		this.users.configured("ann");
		assertThat(this.locks.requests())
			.containsExactly(LockRequest.of("staging:ann").waitTime(Duration.ofSeconds(7)));
	}

	@Test
	void methodRunsUnderItsLeaseAndReleasesIt() {
		assertThat(this.users.register("ann")).isEqualTo("register:ann");
		assertThat(this.locks.isHeld("register:ann")).isFalse();
		assertThat(LockContext.current()).isEmpty();
	}

	@Test
	void keyIsEvaluatedOnceBeforeTheMethod() {
		CountingKey key = new CountingKey("before");
		this.users.change(key);
		assertThat(this.locks.requestedNames()).containsExactly("change:before");
		assertThat(key.reads).isOne();
	}

	@Test
	void invalidKeyFailsTheCallWithoutRunningIt() {
		assertThatExceptionOfType(InvalidLockKeyException.class).isThrownBy(() -> this.users.register(" "))
			.withMessageContaining("register(String)");
		assertThat(this.users.ran()).isEmpty();
		assertThat(this.locks.requests()).isEmpty();
	}

	@Test
	void falseConditionRunsWithoutTheLock() {
		this.users.conditional("ann", false);
		assertThat(this.locks.requests()).isEmpty();
		this.users.conditional("ann", true);
		assertThat(this.locks.requestedNames()).containsExactly("conditional:ann");
		assertThat(this.users.ran()).hasSize(2);
	}

	@Test
	void throwsWhenAnotherHoldsTheLock() {
		this.locks.heldByAnother("register:ann");
		assertThatExceptionOfType(LockNotAcquiredException.class).isThrownBy(() -> this.users.register("ann"));
		assertThat(this.users.ran()).isEmpty();
		assertThat(this.users.register("bob")).isEqualTo("register:bob");
	}

	@Test
	void skippedMethodAnswersNothing() {
		this.locks.heldByAnother("skip");
		this.users.skipVoid();
		assertThat(this.users.skipText()).isNull();
		assertThat(this.users.skipOptional()).isEmpty();
		assertThat(this.users.skipOptionalInt()).isEmpty();
		assertThat(this.users.ran()).isEmpty();
	}

	@Test
	void skippableMethodRunsWhenTheLockIsFree() {
		assertThat(this.users.skipText()).isEqualTo("text");
	}

	@Test
	void privateFallbackRunsInstead() {
		this.locks.heldByAnother("fallback:ann");
		assertThat(this.users.withFallback("ann", 7)).isEqualTo("busy ann 7");
		assertThat(this.users.ran()).containsExactly("busy ann");
	}

	@Test
	void exceptionOfFallbackIsUnwrapped() {
		this.locks.heldByAnother("fallback:ann");
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.users.withFailingFallback("ann"))
			.withMessage("fallback failed");
	}

	@Test
	void lockNotAcquiredByTheBodyIsNotMistaken() {
		this.locks.heldByAnother("somewhere else");
		assertThatExceptionOfType(LockNotAcquiredException.class)
			.isThrownBy(() -> this.users.skipButBodyLocks(() -> this.locks.acquire("somewhere else").close()))
			.satisfies((ex) -> assertThat(ex.getLockName()).isEqualTo("somewhere else"));
	}

	@Test
	void exceptionsOfTheBodyPassUnchanged() {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.users.fail(new IOException("disk")))
			.withMessage("disk");
		assertThatExceptionOfType(InterruptedException.class)
			.isThrownBy(() -> this.users.fail(new InterruptedException("mine")))
			.withMessage("mine");
		assertThat(this.locks.isHeld("fail")).isFalse();
	}

	@Test
	void failedWorkIsReleasedWithoutMinimumHold() throws IOException {
		assertThatExceptionOfType(IOException.class).isThrownBy(() -> this.users.failOnce(true));
		this.users.failOnce(false);
		assertThat(this.locks.events()).containsExactly("acquired once", "freed once", "acquired once", "kept once");
	}

	@Test
	void lostLeaseIsToldAfterANormalReturn() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.users.during(() -> this.locks.lose("during")));
	}

	@Test
	void lostLeaseInterruptsTheBodyWhereAsked() {
		CountDownLatch never = new CountDownLatch(1);
		assertThatExceptionOfType(InterruptedException.class).isThrownBy(() -> this.users.interruptible(() -> {
			this.locks.lose("interruptible");
			never.await(120, TimeUnit.SECONDS);
		})).satisfies((ex) -> assertThat(ex.getSuppressed()).hasExactlyElementsOfTypes(LockLostException.class));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void interruptThatTheBodyIgnoredDoesNotLeaveTheMethod() {
		assertThatExceptionOfType(LockLostException.class)
			.isThrownBy(() -> this.users.interruptible(() -> this.locks.lose("interruptible")));
		assertThat(Thread.currentThread().isInterrupted()).isFalse();
	}

	@Test
	void lossDoesNotInterruptUnlessAsked() {
		assertThatExceptionOfType(LockLostException.class).isThrownBy(() -> this.users.during(() -> {
			this.locks.lose("during");
			assertThat(Thread.currentThread().isInterrupted()).isFalse();
		}));
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
