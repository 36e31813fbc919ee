package io.github.lockstarter.aspect;

/**
 * Writes of a transaction behind all callbacks of Spring, such as the flush of JPA.
 */
@FunctionalInterface
public interface LateWrites {

	/**
	 * Without such writes.
	 */
	LateWrites NONE = (check) -> {
	};

	// immediately before the database commits; an exception rolls the transaction back
	void checkBehind(Runnable check);

}
