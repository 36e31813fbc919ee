package io.github.lockstarter.simulation.scale;

import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.LongStream;

import io.github.lockstarter.simulation.command.Command;

/**
 * A crowd on one name, with and without {@code fair}: what each grant costs, and how long
 * a caller waits.
 */
public final class CrowdReport {

	// A crowd of so few instances, with as many callers each, has its pace, too.
	private static final int FEW = 4;

	private static final int SAMPLES = 8;

	private static final double MILLI = 1e6;

	private final Command command;

	/**
	 * Prepares. Words: {@code scale=crowd}, {@code count=100000}, {@code instances=200},
	 * {@code hold=1} (in milliseconds), {@code fair=true} or {@code false} (both without
	 * it); {@code seed=4711} (by chance).
	 * @param words the words with their values
	 * @param reader receives each line of the report
	 */
	public CrowdReport(Map<String, String> words, Consumer<String> reader) {
		if (!words.get("scale").equals("crowd")) {
			throw new IllegalArgumentException("scale=" + words.get("scale") + " is not crowd");
		}
		this.command = new Command(words, reader);
	}

	/**
	 * Serves the crowd, and reports what was seen.
	 * @return whether all were served, the fair ones in the order of their places
	 */
	public boolean run() {
		int count = this.command.number("count", 100_000);
		boolean good = true;
		if (this.command.says("fair", "true")) {
			good = run(count, true);
		}
		if (this.command.says("fair", "false")) {
			good &= run(count, false);
		}
		return good;
	}

	private boolean run(int count, boolean fair) {
		int instances = this.command.number("instances", 200);
		int hold = this.command.number("hold", 1);
		int few = Math.max(1, Math.min(FEW, instances) * count / instances);
		double pace = pace(few, Math.min(FEW, instances), fair, hold);
		ScaleCost cost = new ScaleCost();
		Crowd.Outcome outcome = new Crowd(this.command.seed(), count, instances, fair, hold).run();
		this.command.tell(
				"%d %s callers in %d instances, each holds the lock for %d ms; of %d callers one is served each %.3f ms",
				count, fair ? "fair" : "plain", instances, hold, few, pace / MILLI);
		Expense expense = outcome.expense();
		this.command.tell("a grant: %.3f requests (%s), %.3f messages, %.2f wake-ups", (double) expense.all() / count,
				expense.perKind(count), (double) expense.messages() / count, (double) expense.wakes() / count);
		for (double part : new double[] { 0.5, 0.99, 1 }) {
			double computed = part * count * pace;
			this.command.tell("wait at %.2f: %.3f s, computed %.3f s, ratio %.3f", part, outcome.waited(part) / 1e9,
					computed / 1e9, outcome.waited(part) / computed);
		}
		this.command.tell(
				"scale=crowd fair=%b count=%d instances=%d served=%d places=%d misplaced=%d fellback=%d requests=%d "
						+ "busiest=%d messages=%d wakes=%d seconds=%.3f %s hash=%016x seed=%d",
				fair, count, instances, outcome.served(), outcome.watched(), outcome.misplaced(), outcome.fellBack(),
				expense.all(), outcome.busiest(), expense.messages(), expense.wakes(), outcome.waited(1) / 1e9, cost,
				outcome.hash(), this.command.seed());
		return outcome.served() == count && (!fair || outcome.misplaced() == 0);
	}

	/**
	 * From one that has the lock to the next one in a small crowd: nanoseconds, in the
	 * mean over some.
	 */
	private double pace(int count, int instances, boolean fair, int hold) {
		return LongStream.range(0, SAMPLES)
			.mapToDouble((i) -> new Crowd(this.command.seed() + i, count, instances, fair, hold).run().pace())
			.average()
			.orElseThrow();
	}

}
