package io.github.lockstarter.reactive;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Subscriber;

/**
 * The single result of work, which its subscriber gets when the work's lock is released
 * and the result has been asked for, whichever is later. Without a result nothing has to
 * be asked for: the end is told at once.
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

	/**
	 * The lock is released.
	 */
	void complete() {
		if (this.value == null) {
			this.subscriber.onComplete();
		}
		else if (this.marks.getAndUpdate((marks) -> marks | COMPLETE) == REQUESTED) {
			tell();
		}
	}

	/**
	 * The result is asked for.
	 * @param wanted whether it still is when it is there
	 */
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
