package io.github.lockstarter.proof.history;

import org.jspecify.annotations.Nullable;

/**
 * A fault that took effect, and the time it may be felt.
 *
 * @param kind what was done
 * @param client whom it hit, {@code null} for all
 * @param begin when it began
 * @param end when it was over
 */
public record FaultWindow(FaultKind kind, @Nullable String client, long begin, long end) {

	boolean touches(String who, long from, long to) {
		return (this.client == null || this.client.equals(who)) && this.begin <= to && from <= this.end;
	}

}
