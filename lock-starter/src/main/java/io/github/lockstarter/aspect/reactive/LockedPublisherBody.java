package io.github.lockstarter.aspect.reactive;

import org.jspecify.annotations.Nullable;
import org.reactivestreams.Publisher;
import reactor.core.publisher.Flux;
import reactor.core.publisher.Mono;

import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.aspect.LockedCall;
import io.github.lockstarter.reactive.ReactiveLease;
import io.github.lockstarter.reactive.ReactiveLockedAction;

/**
 * The method itself, called under its lease. For one subscription.
 */
final class LockedPublisherBody implements ReactiveLockedAction<Object> {

	private final LockedCall call;

	private final ReactiveResult result;

	private volatile boolean entered;

	LockedPublisherBody(LockedCall call, ReactiveResult result) {
		this.call = call;
		this.result = result;
	}

	/**
	 * Whether the lock was acquired. An exception that comes out afterwards is not about
	 * this lock, whatever its type.
	 */
	boolean entered() {
		return this.entered;
	}

	@Override
	public Publisher<Object> run(ReactiveLease lease) {
		this.entered = true;
		Publisher<Object> body = publisher(() -> this.call.proceed(lease.asLease()), this.result);
		return (this.call.onLost() == OnLost.INTERRUPT) ? Flux.from(body).takeUntilOther(lossOf(lease)) : body;
	}

	/**
	 * Completes when the lease is lost, which cancels the work; the loss itself is told
	 * by the release. An error would end the chain without cancelling the work.
	 */
	private static Mono<Void> lossOf(ReactiveLease lease) {
		return Mono.create((sink) -> lease.onLost(sink::success));
	}

	/**
	 * What a method returned, as a publisher; what it threw, as an error signal.
	 */
	static Publisher<Object> publisher(Source source, ReactiveResult result) {
		try {
			Object returned = source.get();
			if (returned == null) {
				return Flux.error(new IllegalStateException(
						"A method with a reactive result returned null instead of a publisher"));
			}
			return result.publisher(returned);
		}
		catch (Throwable ex) {
			return Flux.error(ex);
		}
	}

	/**
	 * Where a publisher comes from.
	 */
	interface Source {

		@Nullable Object get() throws Throwable;

	}

}
