package io.github.lockstarter.reactive;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * The single result of locked work, which is passed on when the lock is released and the
 * subscriber has requested it; without a result, completion needs no request.
 */
final class KeptResult<T> {

	private static final int REQUESTED = 1;

	private static final int COMPLETE = 2;

	private final Subscriber<? super T> subscriber;

	private final AtomicInteger marks = new AtomicInteger();

	private volatile @Nullable T value;

	KeptResult(Subscriber<? super T> subscriber) {
		this.subscriber = subscriber;
	}

	void keep(T result) {
		this.value = result;
	}

	void complete() {
		if (this.value == null) {
			this.subscriber.onComplete();
		}
		else if (this.marks.getAndUpdate((marks) -> marks | COMPLETE) == REQUESTED) {
			tell();
		}
	}

	void request(BooleanSupplier wanted) {
		if (this.marks.getAndUpdate((marks) -> marks | REQUESTED) == COMPLETE && wanted.getAsBoolean()) {
			tell();
		}
	}

	private void tell() {
		T result = this.value;
		if (result != null) {
			this.subscriber.onNext(result);
			this.subscriber.onComplete();
		}
	}

}
