package io.github.lockstarter.testing;

import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.TestContextManager;

import io.github.lockstarter.LockOperations;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Tests that run at the same time on one application context: here one on the thread of
 * the test and one on another.
 */
@Timeout(120)
class ParallelTestsTests {

	private final TestContextManager manager = new TestContextManager(Subject.class);

	private final Subject subject = new Subject();

	private final ExecutorService otherThread = Executors.newSingleThreadExecutor();

	private TestLocks locks;

	@BeforeEach
	void begin() throws Exception {
		this.manager.prepareTestInstance(this.subject);
		before();
		this.locks = this.subject.testLocks;
	}

	@AfterEach
	void assertNothingIsLeft() {
		this.otherThread.shutdown();
		assertThat(this.locks.events()).isEmpty();
		LockAssertions.assertThatLock(this.subject.locks, "mine").isFree();
		LockAssertions.assertThatLock(this.subject.locks, "theirs").isFree();
		this.locks.outage().close();
	}

	private void before() throws Exception {
		this.manager.beforeTestMethod(this.subject, Subject.class.getDeclaredMethod("test"));
	}

	private void after() throws Exception {
		this.manager.afterTestMethod(this.subject, Subject.class.getDeclaredMethod("test"), null);
	}

	@Test
	void endOfATestClosesWhatItHasOpenedAndNothingElse() throws Exception {
		HeldElsewhere mine = this.locks.holdElsewhere("mine");
		HeldElsewhere theirs = elsewhere(() -> {
			before();
			HeldElsewhere held = this.locks.holdElsewhere("theirs");
			after();
			return held;
		});
		assertThat(theirs.isHeld()).isFalse();
		assertThat(mine.isHeld()).isTrue();
		after();
		assertThat(mine.isHeld()).isFalse();
	}

	@Test
	void resetClosesNothingOfAnotherTest() throws Exception {
		HeldElsewhere mine = this.locks.holdElsewhere("mine");
		Outage outage = this.locks.outage();
		elsewhere(() -> {
			before();
			this.locks.reset();
			after();
			return null;
		});
		assertThat(mine.isHeld()).isTrue();
		outage.close();
		after();
	}

	@Test
	void whatIsOfNoTestIsClosedWhenNoneRuns() throws Exception {
		HeldElsewhere theirs = elsewhere(() -> this.locks.holdElsewhere("theirs"));
		elsewhere(() -> {
			before();
			after();
			return null;
		});
		assertThat(theirs.isHeld()).isTrue();
		after();
		assertThat(theirs.isHeld()).isFalse();
	}

	@Test
	void eventsAreThoseSinceTheTestBegan() throws Exception {
		this.subject.locks.acquire("mine").close();
		elsewhere(() -> {
			before();
			assertThat(this.locks.events()).isEmpty();
			this.subject.locks.acquire("theirs").close();
			assertThat(this.locks.events()).extracting(LockEvent::name).containsOnly("theirs");
			after();
			return null;
		});
		assertThat(this.locks.events()).extracting(LockEvent::name)
			.isEqualTo(List.of("mine", "mine", "theirs", "theirs"));
		after();
	}

	@Test
	void eventsOfBeforeAreOfTheFirstTest() throws Exception {
		after();
		this.subject.locks.acquire("mine").close();
		before();
		assertThat(this.locks.events()).extracting(LockEvent::name).containsOnly("mine");
		after();
	}

	@Test
	void testInsideAnotherOnOneThreadLeavesThatOneAsItWas() throws Exception {
		HeldElsewhere mine = this.locks.holdElsewhere("mine");
		before();
		after();
		assertThat(mine.isHeld()).isTrue();
		HeldElsewhere theirs = elsewhere(() -> {
			before();
			return this.locks.holdElsewhere("theirs");
		});
		this.locks.reset();
		assertThat(mine.isHeld()).isFalse();
		assertThat(theirs.isHeld()).isTrue();
		elsewhere(() -> {
			after();
			return null;
		});
		after();
	}

	private <T> T elsewhere(Callable<T> steps) throws Exception {
		return this.otherThread.submit(steps).get(120, TimeUnit.SECONDS);
	}

	@SpringBootTest(classes = TestLocksTests.Application.class)
	@AutoConfigureTestLocks
	static class Subject {

		@Autowired
		private TestLocks testLocks;

		@Autowired
		private LockOperations locks;

		void test() {
		}

	}

}
