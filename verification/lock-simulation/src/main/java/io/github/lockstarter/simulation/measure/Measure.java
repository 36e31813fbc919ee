package io.github.lockstarter.simulation.measure;

import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.simulation.command.Command;
import io.github.lockstarter.simulation.measure.Contention.Load;
import io.github.lockstarter.simulation.measure.Contention.Outcome;

/**
 * One Redis beside a quorum, with the same instances, callers and network.
 */
public final class Measure {

	private final Command command;

	/**
	 * Prepares. Words: {@code measure=contention}, {@code instances=4}, {@code callers=1}
	 * (of each instance), {@code hold=0}, {@code pause=0} and {@code way=300} (all in
	 * microseconds; {@code way} is one way over the network, in the mean),
	 * {@code seconds=10}, {@code masters=3}; {@code seed=4711} (by chance).
	 * @param words the words with their values
	 * @param reader gets each line of what is to be told
	 */
	public Measure(Map<String, String> words, Consumer<String> reader) {
		if (!words.get("measure").equals("contention")) {
			throw new IllegalArgumentException("measure=" + words.get("measure") + " is not contention");
		}
		this.command = new Command(words, reader);
	}

	/**
	 * Measures both, and tells what was seen.
	 * @return whether everybody had the lock
	 */
	public boolean run() {
		Load load = new Load(this.command.seed(), this.command.number("instances", 4),
				this.command.number("callers", 1), 1_000L * this.command.number("hold", 0),
				1_000L * this.command.number("pause", 0), 1_000L * this.command.number("way", 300),
				this.command.number("seconds", 10));
		int masters = this.command.number("masters", 3);
		Outcome one = new Contention(1, load).run();
		Outcome quorum = new Contention(masters, load).run();
		this.command.tell("%d instances, %d callers each, %d us for one way, seed=%d", load.instances(), load.callers(),
				load.oneWayNanos() / 1_000, load.seed());
		tell("one Redis", one);
		tell("quorum of " + masters, quorum);
		this.command.tell("ratio %.3f", quorum.entries() / one.entries());
		return one.failed() + quorum.failed() == 0;
	}

	private void tell(String name, Outcome outcome) {
		this.command.tell(
				"%s: %.0f entries a second; for each %.2f requests (%s), %.2f messages, %.3f stepped back; fairness %.3f, "
						+ "longest wait %.1f ms, failed %d, hash=%016x",
				name, outcome.entries(), outcome.requests(), outcome.kinds(), outcome.messages(), outcome.steppedBack(),
				outcome.fairness(), outcome.longestMillis(), outcome.failed(), outcome.hash());
	}

}
