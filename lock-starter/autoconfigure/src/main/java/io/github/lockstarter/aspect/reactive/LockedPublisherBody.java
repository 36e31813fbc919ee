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
 * The method itself, called under its lease, for one subscription.
 */
final class LockedPublisherBody implements ReactiveLockedAction<Object> {

	private final LockedCall call;

	private final ReactiveResult result;

	private volatile boolean entered;

	LockedPublisherBody(LockedCall call, ReactiveResult result) {
		this.call = call;
		this.result = result;
	}

	boolean entered() {
		return this.entered;
	}

	@Override
	public Publisher<Object> run(ReactiveLease lease) {
		this.entered = true;
		Publisher<Object> body = publisher(() -> this.call.proceed(lease.asLease()), this.result);
		return (this.call.onLost() == OnLost.INTERRUPT) ? Flux.from(body).takeUntilOther(lossOf(lease)) : body;
	}

	// completion cancels the work, an error would not; the release reports the loss
	private static Mono<Void> lossOf(ReactiveLease lease) {
		return Mono.create((sink) -> lease.onLost(sink::success));
	}

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

	interface Source {

		@Nullable Object get() throws Throwable;

	}

}
