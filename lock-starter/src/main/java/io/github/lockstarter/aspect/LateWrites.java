package io.github.lockstarter.aspect;

/**
 * What a transaction writes after its commit has begun, behind all callbacks of Spring,
 * such as the flush of JPA.
 */
@FunctionalInterface
public interface LateWrites {

	/**
	 * There are none.
	 */
	LateWrites NONE = (check) -> {
	};

	/**
	 * Runs a check behind these writes of the current transaction, right before the
	 * database commits.
	 * @param check the check; what it throws rolls the transaction back
	 */
	void checkBehind(Runnable check);

}
