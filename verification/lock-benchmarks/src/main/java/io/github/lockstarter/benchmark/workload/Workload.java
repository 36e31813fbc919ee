package io.github.lockstarter.benchmark.workload;

import java.util.Optional;

/**
 * One kind of measurement.
 */
public interface Workload {

	/**
	 * What it is called on the command line and in the results.
	 * @return the name
	 */
	String name();

	/**
	 * What is measured, for people.
	 * @return one line
	 */
	String title();

	/**
	 * What this machine lacks to measure it.
	 * @return what is missing, or empty
	 */
	default Optional<String> missing() {
		return Optional.empty();
	}

	/**
	 * Measures.
	 * @param run where, how long, and where to put the results
	 * @throws Exception if a contender fails
	 */
	void measure(Run run) throws Exception;

}
