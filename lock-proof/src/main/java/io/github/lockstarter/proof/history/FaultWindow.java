package io.github.lockstarter.proof.history;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

/**
 * A fault that took effect, and the time it may be felt.
 *
 * @param kind what was done
 * @param client whom it hit, {@code null} for all; one that was killed comes back under a
 * name of its own
 * @param begin when it began
 * @param end when it was over
 */
public record FaultWindow(FaultKind kind, @Nullable String client, long begin, long end) {

	private static final Pattern GENERATION = Pattern.compile("g\\d+$");

	boolean touches(String who, long from, long to) {
		return (this.client == null || this.client.equals(who) || isSuccessor(who)) && this.begin <= to
				&& from <= this.end;
	}

	private boolean isSuccessor(String who) {
		return this.kind == FaultKind.KILLED_CLIENT && place(who).equals(place(String.valueOf(this.client)));
	}

	private static String place(String client) {
		return GENERATION.matcher(client).replaceFirst("");
	}

}
