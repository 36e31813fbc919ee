package io.github.lockstarter.test;

import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

/**
 * Something that is made once. What could not be made is not tried again: a failure that
 * took minutes would take them in every test.
 */
final class Once<T> {

	private final Supplier<T> maker;

	private volatile @Nullable T made;

	private @Nullable RuntimeException failure;

	Once(Supplier<T> maker) {
		this.maker = maker;
	}

	/**
	 * Makes it at the first call.
	 * @return the same at every call
	 * @throws RuntimeException what the maker threw; the later calls tell it at once, in
	 * its words
	 */
	synchronized T get() {
		T known = this.made;
		if (known != null) {
			return known;
		}
		if (this.failure != null) {
			throw new IllegalStateException("Not tried again: " + this.failure.getMessage());
		}
		try {
			T result = this.maker.get();
			this.made = result;
			return result;
		}
		catch (RuntimeException ex) {
			this.failure = ex;
			throw ex;
		}
	}

	/**
	 * Does not wait for who makes it now.
	 * @return what was made, or {@code null}
	 */
	@Nullable T peek() {
		return this.made;
	}

}
