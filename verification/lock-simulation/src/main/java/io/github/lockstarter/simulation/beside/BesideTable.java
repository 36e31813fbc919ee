package io.github.lockstarter.simulation.beside;

import java.util.Locale;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

import io.github.lockstarter.proof.history.FaultKind;

/**
 * Tells of two worlds side by side.
 */
final class BesideTable {

	private final Consumer<String> reader;

	BesideTable(Consumer<String> reader) {
		this.reader = reader;
	}

	/**
	 * A line for each outcome: how many in each world, how many of a thousand calls, and
	 * how many times as many of them in the simulated one.
	 */
	void tell(Outcomes real, Outcomes simulated) {
		Row calls = new Row(real.calls(), simulated.calls());
		line("", "real", "simulated", "of 1,000", "of 1,000", "ratio");
		line("calls", text(calls.real), text(calls.simulated), "", "", "");
		for (Outcome.Of of : Outcome.Of.values()) {
			for (Outcome outcome : Outcome.values()) {
				if (outcome.of() == of) {
					row(outcome.toString(), row(real, simulated, (world) -> world.count(outcome)), calls);
				}
			}
		}
		for (Kind kind : Kind.values()) {
			Row theirs = row(real, simulated, (world) -> world.calls(kind));
			row("calls: " + kind, theirs, calls);
			row("of them entered", row(real, simulated, (world) -> entered(world, kind)), theirs);
		}
		for (FaultKind kind : FaultPlan.KINDS.stream().sorted().toList()) {
			Row faults = row(real, simulated, (world) -> world.count(kind));
			line("fault: " + kind, text(faults.real), text(faults.simulated), "", "",
					ratio(faults.real, faults.simulated));
		}
	}

	private static long entered(Outcomes world, Kind kind) {
		long entered = 0;
		for (Outcome outcome : Outcome.values()) {
			entered += outcome.isEntered() ? world.count(kind, outcome) : 0;
		}
		return entered;
	}

	private static Row row(Outcomes real, Outcomes simulated, ToLongFunction<Outcomes> count) {
		return new Row(count.applyAsLong(real), count.applyAsLong(simulated));
	}

	private void row(String name, Row row, Row of) {
		double realShare = share(row.real, of.real);
		double simulatedShare = share(row.simulated, of.simulated);
		line(name, text(row.real), text(row.simulated), text(realShare), text(simulatedShare),
				ratio(realShare, simulatedShare));
	}

	private static double share(long some, long all) {
		return (all > 0) ? 1_000.0 * some / all : 0;
	}

	private static String ratio(double real, double simulated) {
		return (real > 0) ? String.format(Locale.ROOT, "%.2f", simulated / real) : (simulated > 0) ? "only here" : "";
	}

	private static String text(long number) {
		return String.format(Locale.ROOT, "%,d", number);
	}

	private static String text(double number) {
		return String.format(Locale.ROOT, "%.1f", number);
	}

	private void line(String name, String real, String simulated, String realShare, String simulatedShare,
			String ratio) {
		this.reader.accept(String.format(Locale.ROOT, "| %-36s | %9s | %9s | %9s | %9s | %9s |", name, real, simulated,
				realShare, simulatedShare, ratio));
	}

	private record Row(long real, long simulated) {

	}

}
