package io.github.lockstarter.core;

import java.util.List;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.async.ApplicationTasks;
import io.github.lockstarter.reactive.ReactiveLockTemplate;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Leases that a publisher drops instead of closing them.
 */
class UnreachablePublisherTests {

	private final Bench bench = new Bench();

	private final AtomicBoolean subscribed = new AtomicBoolean();

	@Test
	void publisherThatEndsWithTheLossOfItsLeaseDoesNotKeepItAlive() {
		this.bench.store().grantEverything();
		try {
			subscribeToWorkThatNeverEnds();
			AtomicReference<Hold> hold = new AtomicReference<>();
			Awaitility.await().until(() -> {
				this.bench.engine().holds().forEach(hold::set);
				return this.subscribed.get() && hold.get() != null;
			});
			collect(hold.get());
			assertThat(this.bench.engine().holds().size()).isZero();
		}
		finally {
			this.bench.engine().stop();
		}
	}

	private void subscribeToWorkThatNeverEnds() {
		NonBlockingLocks locks = new NonBlockingLocks(this.bench.engine());
		ApplicationTasks tasks = new ApplicationTasks(ForkJoinPool::commonPool, List::of, locks.callerThreads());
		AtomicBoolean begun = this.subscribed;
		new ReactiveLockTemplate(locks, tasks)
			.executeMany(LockRequest.of(Bench.NAME),
					(lease) -> Flux.never()
						.doOnSubscribe((work) -> begun.set(true))
						.takeUntilOther(Mono.create((sink) -> lease.onLost(sink::success))))
			.subscribe();
	}

	private void collect(Hold hold) {
		for (int i = 0; i < 200 && this.bench.engine().holds().size() > 0; i++) {
			System.gc();
			this.bench.tick(hold);
		}
	}

}
