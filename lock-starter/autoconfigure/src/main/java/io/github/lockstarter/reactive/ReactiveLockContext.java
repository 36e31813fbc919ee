package io.github.lockstarter.reactive;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;

/**
 * The leases under which a reactive chain works: a {@link LockContext} that belongs to
 * the subscription instead of the thread. Available to everything that is subscribed to
 * inside a locked method or an action.
 */
public final class ReactiveLockContext {

	private static final Object KEY = ReactiveLockContext.class;

	private final Lease lease;

	private final @Nullable ReactiveLockContext outer;

	private ReactiveLockContext(Lease lease, @Nullable ReactiveLockContext outer) {
		this.lease = lease;
		this.outer = outer;
	}

	/**
	 * Returns the innermost lease of the chain.
	 * @return the lease, or empty outside locked work
	 */
	public static Mono<Lease> current() {
		return Mono.deferContextual((view) -> Mono.justOrEmpty(in(view).map((context) -> context.lease)));
	}

	/**
	 * Returns the innermost lease of the chain on one lock.
	 * @param name the full lock name
	 * @return the lease, or empty if the chain does not hold that lock
	 */
	public static Mono<Lease> current(String name) {
		return Mono.deferContextual((view) -> Mono.justOrEmpty(find(view, name)));
	}

	/**
	 * Returns the innermost lease on one lock, for code that has the context.
	 * @param view the context of a subscription
	 * @param name the full lock name
	 * @return the lease, or empty if the subscription does not hold that lock
	 */
	public static Optional<Lease> find(ContextView view, String name) {
		ReactiveLockContext context = in(view).orElse(null);
		while (context != null) {
			Optional<Lease> found = context.lease.on(name);
			if (found.isPresent()) {
				return found;
			}
			context = context.outer;
		}
		return Optional.empty();
	}

	static Context with(Context context, Lease lease) {
		return context.put(KEY, new ReactiveLockContext(lease, in(context).orElse(null)));
	}

	private static Optional<ReactiveLockContext> in(ContextView view) {
		return view.getOrEmpty(KEY);
	}

}
