package io.github.lockstarter;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.text.LoggedText;

/**
 * The leases under which the current thread works: inside a locked method and inside
 * {@link LockOperations#execute}. A lease from a bare {@link LockOperations#acquire} is
 * not bound, because nothing says where its work ends.
 */
public final class LockContext {

	private static final ThreadLocal<@Nullable Scope> INNERMOST = new ThreadLocal<>();

	private LockContext() {
	}

	/**
	 * The innermost lease of the current thread.
	 * @return the lease, or empty outside locked work
	 */
	public static Optional<Lease> current() {
		Scope scope = INNERMOST.get();
		return (scope != null) ? Optional.of(scope.lease) : Optional.empty();
	}

	/**
	 * The innermost lease of the current thread on that lock.
	 * @param name the full lock name
	 * @return the lease, or empty where the current work is not under that lock
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
	 * All leases of the current thread, innermost first.
	 * @return the leases as of now, empty outside locked work
	 */
	public static List<Lease> all() {
		List<Lease> leases = new ArrayList<>();
		for (Scope scope = INNERMOST.get(); scope != null; scope = scope.outer) {
			leases.add(scope.lease);
		}
		return List.copyOf(leases);
	}

	/**
	 * Binds a lease to the current thread, which enters its locks once more from now on.
	 * For code that carries work to another thread; the work of a locked method is bound
	 * already.
	 * @param lease the lease under which the thread works from now on
	 * @return the scope, to be closed by the same thread, innermost first
	 */
	public static Scope open(Lease lease) {
		Scope scope = new Scope(Objects.requireNonNull(lease, "lease"), INNERMOST.get());
		INNERMOST.set(scope);
		return scope;
	}

	/**
	 * How long a lease is bound to a thread. Closing it does not close the lease.
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
