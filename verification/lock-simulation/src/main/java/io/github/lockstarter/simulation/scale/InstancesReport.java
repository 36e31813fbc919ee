package io.github.lockstarter.simulation.scale;

import java.util.List;

import io.github.lockstarter.simulation.command.Command;
import io.github.lockstarter.simulation.server.SimulatedServer;

/**
 * Many instances that do what applications do: each takes locks of its own, now and then
 * one that others want as well, and holds some for long. What that costs is counted, and
 * computed as docs/production.md says it.
 */
final class InstancesReport implements Scale {

	private static final long MILLI = 1_000_000;

	private static final long SECOND = 1_000 * MILLI;

	// Each instance: a pair in a second, on one of its own names.
	private static final long OWN_EVERY = SECOND;

	private static final long OWN_HOLD = 5 * MILLI;

	private static final int OWN_NAMES = 10;

	// Each instance, on one name for twenty instances: it is taken for half of the time.
	private static final long SHARED_EVERY = 4 * SECOND;

	private static final long SHARED_HOLD = 100 * MILLI;

	private static final int INSTANCES_OF_A_NAME = 20;

	private final Command command;

	InstancesReport(Command command) {
		this.command = command;
	}

	@Override
	public boolean run() {
		int count = this.command.number("count", 10_000);
		long seconds = this.command.number("seconds", 60);
		int held = this.command.number("long", 3);
		ScaleCost cost = new ScaleCost();
		int masters = this.command.number("masters", 1);
		Fleet fleet = new Fleet(this.command.seed(), count, "", false, masters);
		Part own = new Part(fleet, "own");
		Part shared = new Part(fleet, "shared");
		Part longer = new Part(fleet, "long");
		Expense before = Expense.of(fleet);
		long[] commands = fleet.ofEach(SimulatedServer::commands);
		long[] messages = fleet.ofEach(SimulatedServer::messages);
		long begin = fleet.now();
		long end = begin + seconds * SECOND;
		long due = 0;
		int names = Math.max(1, count / this.command.number("share", INSTANCES_OF_A_NAME));
		for (int i = 0; i < count; i++) {
			int number = i;
			Member member = fleet.member(i);
			again(fleet, member, OWN_EVERY, end,
					() -> own.pair(member, number + "-" + fleet.chance().below(OWN_NAMES), OWN_HOLD));
			again(fleet, member, SHARED_EVERY, end,
					() -> shared.pair(member, Long.toString(fleet.chance().below(names)), SHARED_HOLD));
			due += hold(fleet, member, longer, number, held, end - begin);
		}
		fleet.until(() -> fleet.now() > end && own.isOver() && shared.isOver() && longer.isOver());
		Expense expense = Expense.of(fleet).since(before);
		this.command.tell("%d instances in %d s: %.0f pairs and %.0f requests a second", count, seconds,
				(double) (own.pairs() + shared.pairs() + longer.pairs()) / seconds, (double) expense.all() / seconds);
		this.command.tell("a second and instance: %.3f requests (%s), %.3f messages, %.2f wake-ups",
				per(expense.all(), count, seconds), expense.perKind((double) count * seconds),
				per(expense.messages(), count, seconds), per(expense.wakes(), count, seconds));
		long renewed = fleet.traffic().sum(Traffic.Counts::renewedLocks);
		this.command.tell("%d requests have renewed %d locks",
				fleet.traffic().sum((all) -> all.requests(Traffic.Kind.RENEW)), renewed);
		// a hand-over of what is held for more than 20 ms is followed by a renewal
		double computed = row(own, 0) + row(longer, (masters > 1) ? due : due / together(held))
				+ row(shared, shared.traffic().handOvers()
						+ (double) shared.waitedNanos() / fleet.settings().pollInterval().toNanos());
		this.command.tell("all: computed %.0f, counted %d, ratio %.3f", computed, expense.all(),
				expense.all() / computed);
		if (masters > 1) {
			tellMasters(fleet, seconds, commands, messages);
		}
		long failed = own.failed() + shared.failed() + longer.failed();
		this.command.tell(
				"scale=instances count=%d seconds=%d pairs=%d failed=%d requests=%d busiest=%d messages=%d wakes=%d %s "
						+ "hash=%016x seed=%d",
				count, seconds, own.pairs() + shared.pairs() + longer.pairs(), failed, expense.all(),
				fleet.traffic().busiestSecond(begin), expense.messages(), expense.wakes(), cost, fleet.hash(),
				this.command.seed());
		return failed == 0;
	}

	/**
	 * A message of a cluster goes to all its nodes, and from there to whoever listens.
	 */
	private void tellMasters(Fleet fleet, long seconds, long[] commands, long[] messages) {
		long[] asked = fleet.ofEach(SimulatedServer::commands);
		long[] told = fleet.ofEach(SimulatedServer::messages);
		long all = 0;
		long allTold = 0;
		long most = 0;
		for (int i = 0; i < asked.length; i++) {
			all += asked[i] - commands[i];
			allTold += told[i] - messages[i];
			most = Math.max(most, asked[i] - commands[i]);
		}
		this.command.tell(
				"%d masters, a second of each: %.0f requests, %.0f at the busiest; %.0f messages of its own and %.0f of "
						+ "others; %d connections",
				asked.length, (double) all / asked.length / seconds, (double) most / seconds,
				(double) allTold / asked.length / seconds,
				(double) allTold * (asked.length - 1) / asked.length / seconds, 2L * fleet.size());
	}

	private static double per(long sum, int count, long seconds) {
		return (double) sum / count / seconds;
	}

	/**
	 * Does something again and again, at moments by chance.
	 */
	private static void again(Fleet fleet, Member member, long every, long end, Runnable task) {
		member.after(fleet.chance().below(2 * every), () -> {
			if (fleet.now() < end) {
				task.run();
				again(fleet, member, every, end, task);
			}
		});
	}

	/**
	 * How many of some locks that began by chance are renewed together: what is due
	 * within a tenth of the interval goes with the first.
	 */
	private static double together(int locks) {
		return 1 + (locks - 1) / 10.0;
	}

	/**
	 * Holds some locks for most of the time.
	 * @return how often they will be due for a renewal: after each third of the lease
	 */
	private static long hold(Fleet fleet, Member member, Part part, int number, int count, long nanos) {
		long third = fleet.settings().leaseTime().toNanos() / 3;
		long due = 0;
		for (int i = 0; i < count; i++) {
			String lock = number + "-" + i;
			long begin = fleet.chance().below(nanos / 5);
			long end = nanos - fleet.chance().below(nanos / 5);
			member.after(begin, () -> part.pair(member, lock, end - begin));
			due += (end - begin) / third;
		}
		return due;
	}

	/**
	 * One part of the load.
	 * @param more what it asks for beside two requests for each pair
	 * @return what is computed
	 */
	private double row(Part part, double more) {
		double computed = 2.0 * part.pairs() + more;
		Traffic.Counts traffic = part.traffic();
		List<String> kinds = List.of(Traffic.Kind.values())
			.stream()
			.filter((kind) -> traffic.requests(kind) > 0)
			.map((kind) -> kind.label() + " " + traffic.requests(kind))
			.toList();
		this.command.tell("%s: %d pairs, %d hand-overs, computed %.0f, counted %d, ratio %.3f (%s)", part.name(),
				part.pairs(), traffic.handOvers(), computed, traffic.requests(), traffic.requests() / computed,
				String.join(", ", kinds));
		return computed;
	}

}
