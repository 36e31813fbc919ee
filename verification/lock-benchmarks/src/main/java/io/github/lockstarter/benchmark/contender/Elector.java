package io.github.lockstarter.benchmark.contender;

import java.util.function.BooleanSupplier;

/**
 * One application instance that is a candidate for a leadership. Closing it is a graceful
 * stop.
 */
public interface Elector extends AutoCloseable {

	/**
	 * Lets an instance take part in the election.
	 * @param name the contender's name in the results
	 * @param endpoint the store, and the lease
	 * @param work what the leader does
	 * @return the candidate; close it
	 */
	static Elector open(String name, Endpoint endpoint, Work work) {
		return switch (name) {
			case "starter", "starter-postgres", "starter-zookeeper" -> StarterElector.open(name, endpoint, work);
			case "initiator" -> RegistryElector.onRedis(endpoint, work);
			case "initiator-postgres" -> RegistryElector.onDatabase(endpoint, work);
			default -> throw new IllegalArgumentException(name);
		};
	}

	@Override
	void close();

	/**
	 * What the leader does.
	 */
	interface Work {

		/**
		 * This instance leads.
		 * @param token its fencing token, or zero
		 * @param leads whether the library still says so
		 */
		void granted(long token, BooleanSupplier leads);

		/**
		 * This instance leads no more.
		 */
		void revoked();

	}

}
