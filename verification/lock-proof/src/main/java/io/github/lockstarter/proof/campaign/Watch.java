package io.github.lockstarter.proof.campaign;

/**
 * Looks from outside who owns the locks, until it is closed.
 */
interface Watch extends AutoCloseable {

	@Override
	void close();

}
