package io.github.lockstarter.simulation.scale;

import io.github.lockstarter.simulation.command.Command;

/**
 * Many names, each taken once: how many of them the server remembers, over time. The
 * scripts keep them, because only they forget.
 */
final class NamesReport implements Scale {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	private static final long HOLD = 5 * MILLI;

	private static final int TOLD_EVERY = 20;

	private final Command command;

	private int begun;

	private long most;

	NamesReport(Command command) {
		this.command = command;
	}

	@Override
	public boolean run() {
		int count = this.command.number("count", 1_000_000);
		int rate = this.command.number("rate", 5_000);
		int instances = this.command.number("instances", 20);
		ScaleCost cost = new ScaleCost();
		Fleet fleet = new Fleet(this.command.seed(), instances, "", true);
		Part part = new Part(fleet, "order");
		Expense before = Expense.of(fleet);
		long begin = fleet.now();
		for (int i = 0; i < instances; i++) {
			next(fleet, fleet.member(i), part, count, SECOND * instances / rate);
		}
		long retention = fleet.settings().fenceRetention().toMillis();
		double computed = rate * (retention + HOLD / MILLI) / 1e3;
		long second = 0;
		long steady = 0;
		long looks = 0;
		// one lease after the end of the retention of the last one nothing is left
		while (!(part.pairs() + part.failed() >= count && fleet.keys().sweep() == 0)) {
			fleet.until(begin + ++second * SECOND);
			int live = fleet.keys().sweep();
			this.most = Math.max(this.most, live);
			if (this.begun < count && second * 1_000 > retention + 1_000) {
				steady += live;
				looks++;
			}
			if (second % TOLD_EVERY == 0) {
				this.command.tell("after %d s: %d names taken, %d remembered", second, part.pairs(), live);
			}
		}
		Expense expense = Expense.of(fleet).since(before);
		double mean = (looks > 0) ? (double) steady / looks : this.most;
		this.command.tell("remembered at %d names a second: computed %.0f, in the mean %.0f, ratio %.3f, at most %d",
				rate, computed, mean, mean / computed, this.most);
		this.command.tell("a name: %.3f requests (%s), %.3f messages, %.2f wake-ups", (double) expense.all() / count,
				expense.perKind(count), (double) expense.messages() / count, (double) expense.wakes() / count);
		this.command.tell(
				"scale=names count=%d rate=%d instances=%d failed=%d remembered=%d requests=%d busiest=%d wakes=%d seconds=%d %s "
						+ "hash=%016x seed=%d",
				count, rate, instances, part.failed(), this.most, expense.all(), fleet.traffic().busiestSecond(begin),
				expense.wakes(), second, cost, fleet.hash(), this.command.seed());
		return part.failed() == 0;
	}

	private void next(Fleet fleet, Member member, Part part, int count, long every) {
		member.after(fleet.chance().below(2 * every), () -> {
			if (this.begun < count) {
				part.pair(member, Integer.toString(this.begun++), HOLD);
				next(fleet, member, part, count, every);
			}
		});
	}

}
