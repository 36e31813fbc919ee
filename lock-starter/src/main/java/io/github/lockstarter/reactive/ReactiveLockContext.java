package io.github.lockstarter.reactive;

import java.util.Optional;

import org.jspecify.annotations.Nullable;
import reactor.core.publisher.Mono;
import reactor.util.context.Context;
import reactor.util.context.ContextView;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockContext;

/**
 * The leases under which a reactive chain works: the {@link LockContext} that goes with
 * the subscription instead of the thread. It is there for everything that is subscribed
 * to inside a locked method or an action.
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
	 * The innermost lease of the chain.
	 * @return the lease, or empty outside locked work
	 */
	public static Mono<Lease> current() {
		return Mono.deferContextual((view) -> Mono.justOrEmpty(in(view).map((context) -> context.lease)));
	}

	/**
	 * The innermost lease of the chain on that lock.
	 * @param name the full lock name
	 * @return the lease, or empty where the chain is not under that lock
	 */
	public static Mono<Lease> current(String name) {
		return Mono.deferContextual((view) -> Mono.justOrEmpty(find(view, name)));
	}

	/**
	 * The innermost lease on that lock, for code that has the context at hand.
	 * @param view the context of a subscription
	 * @param name the full lock name
	 * @return the lease, or empty where the subscription is not under that lock
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

	/**
	 * The context of a chain that works under a lease.
	 */
	static Context with(Context context, Lease lease) {
		return context.put(KEY, new ReactiveLockContext(lease, in(context).orElse(null)));
	}

	private static Optional<ReactiveLockContext> in(ContextView view) {
		return view.getOrEmpty(KEY);
	}

}
