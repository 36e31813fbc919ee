package io.github.lockstarter.benchmark.workload;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * Contenders in this JVM that are measured in turns, so that a slow minute of the machine
 * hits all of them.
 */
final class Contest implements AutoCloseable {

	private final Map<String, Contender> contenders = new LinkedHashMap<>();

	Contest(Endpoint endpoint, List<String> names) {
		names.forEach((name) -> add(name, name, endpoint));
	}

	/**
	 * One without contenders yet.
	 */
	Contest() {
	}

	/**
	 * Opens one more contender.
	 * @param label what it is called in the results
	 * @param name its name
	 * @param endpoint where its locks are
	 */
	void add(String label, String name, Endpoint endpoint) {
		this.contenders.put(label, Contenders.open(name, endpoint));
	}

	/**
	 * Runs one round without a result, and then as many as asked for.
	 */
	void rounds(Run run, String what, Round round) throws Exception {
		rounds(run, what, run.rounds(), round);
	}

	/**
	 * Runs one round without a result, and then some.
	 */
	void rounds(Run run, String what, int rounds, Round round) throws Exception {
		for (int i = 0; i <= rounds; i++) {
			run.progress(what + ((i == 0) ? ", warming up" : ", round " + i + " of " + rounds));
			for (Map.Entry<String, Contender> contender : this.contenders.entrySet()) {
				round.play(contender.getKey(), contender.getValue(), i == 0);
			}
		}
	}

	/**
	 * Has each contender do something once.
	 */
	void once(Action action) throws Exception {
		for (Map.Entry<String, Contender> contender : this.contenders.entrySet()) {
			action.on(contender.getKey(), contender.getValue());
		}
	}

	@Override
	public void close() {
		this.contenders.values().forEach(Contender::close);
	}

	/**
	 * What one contender does in a round.
	 */
	@FunctionalInterface
	interface Round {

		void play(String name, Contender contender, boolean warmUp) throws Exception;

	}

	/**
	 * What each contender does once.
	 */
	@FunctionalInterface
	interface Action {

		void on(String name, Contender contender) throws Exception;

	}

}
