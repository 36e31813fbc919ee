package io.github.lockstarter.core;

import java.time.Duration;
import java.util.ArrayList;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Many waiters of one instance, and a store that answers only so many questions a second.
 * All ask at once, so most answers come after the command timeout.
 */
class CrowdTests {

	private static final int WAITERS = 10_000;

	private static final int ANSWERS_PER_MILLI = 2;

	private final Bench bench = new Bench();

	private final long begin = this.bench.clock().nanoTime();

	private final PriorityQueue<Due> due = new PriorityQueue<>();

	private final Map<StoreAttempt, Due> latest = new IdentityHashMap<>();

	private int answered;

	@Test
	void questionsThatAreLateBecauseThereAreManyBecomeFewer() {
		List<StoreAttempt> crowd = new ArrayList<>();
		for (int i = 0; i < WAITERS; i++) {
			crowd.add(asking());
		}
		run(Duration.ofSeconds(60));
		int before = this.answered;
		run(Duration.ofSeconds(20));
		assertThat(this.answered - before).as("a thousand a second").isBetween(10_000, 25_000);
		assertThat(this.bench.store().unread()).as("nothing is late any more").isLessThan(1_000);
		assertThat(crowd).allMatch(StoreAttempt::isHeldByAnother);
	}

	private StoreAttempt asking() {
		StoreAttempt[] self = new StoreAttempt[1];
		self[0] = new StoreAttempt(this.bench.engine().context(), Bench.NAME, this.bench.renewed(),
				this.bench.budget(Duration.ofMinutes(10)), false, () -> plan(self[0]));
		self[0].start();
		plan(self[0]);
		return self[0];
	}

	private void plan(StoreAttempt attempt) {
		Due next = new Due(attempt.nextTimerNanos() - this.begin, attempt);
		this.latest.put(attempt, next);
		this.due.add(next);
	}

	private void run(Duration time) {
		for (long i = 0; i < time.toMillis(); i++) {
			this.bench.clock().advanceMillis(1);
			this.bench.store().look(ANSWERS_PER_MILLI, (question) -> {
				this.answered++;
				question.held(Bench.LEASE, 2);
			});
			long now = this.bench.clock().nanoTime() - this.begin;
			while (!this.due.isEmpty() && this.due.peek().at <= now) {
				Due next = this.due.remove();
				if (this.latest.get(next.attempt) == next) {
					next.attempt.advance(null);
					plan(next.attempt);
				}
			}
		}
	}

	/**
	 * When an attempt has something to do.
	 */
	private record Due(long at, StoreAttempt attempt) implements Comparable<Due> {

		@Override
		public int compareTo(Due other) {
			return Long.compare(this.at, other.at);
		}

	}

}
