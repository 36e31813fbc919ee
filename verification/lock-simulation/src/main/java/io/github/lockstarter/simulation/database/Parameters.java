package io.github.lockstarter.simulation.database;

import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * The parameters of a statement.
 */
final class Parameters {

	/**
	 * Stands for null.
	 */
	static final Object NULL = new Object();

	private final List<Object> values = new ArrayList<>();

	/**
	 * Sets one.
	 * @param number which one, from 1
	 * @param value its value, or null
	 */
	void set(int number, @Nullable Object value) {
		while (this.values.size() < number) {
			this.values.add(NULL);
		}
		this.values.set(number - 1, (value != null) ? value : NULL);
	}

	/**
	 * What they are now.
	 */
	List<Object> copy() {
		return List.copyOf(this.values);
	}

}
