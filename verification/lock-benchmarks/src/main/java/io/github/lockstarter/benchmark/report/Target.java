package io.github.lockstarter.benchmark.report;

import java.util.Locale;
import java.util.OptionalDouble;
import java.util.function.Function;

/**
 * What the starter shall reach.
 *
 * @param text what is compared with what
 * @param atLeast whether the limit is the least or the largest value allowed
 * @param limit the limit
 * @param value takes the value from the results, empty if it was not measured
 */
record Target(String text, boolean atLeast, double limit, Function<Results, OptionalDouble> value) {

	/**
	 * Compares.
	 */
	Verdict judge(Results results) {
		OptionalDouble measured = this.value.apply(results);
		if (measured.isEmpty()) {
			return Verdict.NOT_MEASURED;
		}
		double distance = measured.getAsDouble() - this.limit;
		return (this.atLeast ? distance >= 0 : distance <= 0) ? Verdict.REACHED : Verdict.SHORT;
	}

	/**
	 * One line about it.
	 */
	String line(Results results) {
		OptionalDouble measured = this.value.apply(results);
		return String.format(Locale.ROOT, "%-12s %-76s %s %s, measured %s", judge(results).text(), this.text,
				this.atLeast ? "at least" : "at most", this.limit,
				measured.isPresent() ? TextTable.figure(measured.getAsDouble()) : "nothing");
	}

	/**
	 * What came of it.
	 */
	enum Verdict {

		REACHED("reached"), SHORT("FALLS SHORT"), NOT_MEASURED("not measured");

		private final String text;

		Verdict(String text) {
			this.text = text;
		}

		String text() {
			return this.text;
		}

	}

}
