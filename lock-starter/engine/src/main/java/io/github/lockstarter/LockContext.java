package io.github.lockstarter;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.text.LoggedText;

/**
 * The leases under which the current thread works: inside a locked method and inside
 * {@link LockOperations#execute}. A lease from {@link LockOperations#acquire} is not
 * bound to the thread, because nothing marks the end of its work.
 */
public final class LockContext {

	private static final ThreadLocal<@Nullable Scope> INNERMOST = new ThreadLocal<>();

	private LockContext() {
	}

	/**
	 * Returns the innermost lease of the current thread.
	 * @return the lease, or empty outside locked work
	 */
	public static Optional<Lease> current() {
		Scope scope = INNERMOST.get();
		return (scope != null) ? Optional.of(scope.lease) : Optional.empty();
	}

	/**
	 * Returns the innermost lease of the current thread on one lock.
	 * @param name the full lock name
	 * @return the lease, or empty if the current work does not hold that lock
	 */
	public static Optional<Lease> current(String name) {
		for (Scope scope = INNERMOST.get(); scope != null; scope = scope.outer) {
			Optional<Lease> lease = scope.lease.on(name);
			if (lease.isPresent()) {
				return lease;
			}
		}
		return Optional.empty();
	}

	/**
	 * Returns all leases of the current thread, innermost first.
	 * @return a snapshot, empty outside locked work
	 */
	public static List<Lease> all() {
		List<Lease> leases = new ArrayList<>();
		for (Scope scope = INNERMOST.get(); scope != null; scope = scope.outer) {
			leases.add(scope.lease);
		}
		return List.copyOf(leases);
	}

	/**
	 * Binds a lease to the current thread, so that the thread may reenter its locks. For
	 * code that moves work to another thread; a locked method does this itself.
	 * @param lease the lease under which the thread works from now on
	 * @return the scope, to be closed by the same thread, innermost first
	 */
	public static Scope open(Lease lease) {
		Scope scope = new Scope(Objects.requireNonNull(lease, "lease"), INNERMOST.get());
		INNERMOST.set(scope);
		return scope;
	}

	/**
	 * The time for which a lease is bound to a thread. Closing it does not close the
	 * lease.
	 */
	public static final class Scope implements AutoCloseable {

		private final Lease lease;

		private final @Nullable Scope outer;

		private Scope(Lease lease, @Nullable Scope outer) {
			this.lease = lease;
			this.outer = outer;
		}

		/**
		 * Unbinds the lease from the current thread.
		 * @throws IllegalStateException if this is not the innermost scope of the thread
		 */
		@Override
		public void close() {
			if (INNERMOST.get() != this) {
				throw new IllegalStateException("The scope of lock '" + LoggedText.name(this.lease.name())
						+ "' is not the innermost one of this thread: close scopes where they were opened");
			}
			if (this.outer != null) {
				INNERMOST.set(this.outer);
			}
			else {
				INNERMOST.remove();
			}
		}

	}

}
