package io.github.lockstarter.proof.history;

import java.util.regex.Pattern;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.history.FaultKind.Effect;

/**
 * A fault that took effect, and the time it may be felt.
 *
 * @param kind what was done
 * @param client whom it hit, {@code null} for all; one that was killed comes back under a
 * name of its own, and without that part a name means all that were there
 * @param master which of several masters it has to do with, {@code null} for all
 * @param begin when it began
 * @param end when it was over
 */
public record FaultWindow(FaultKind kind, @Nullable String client, @Nullable Master master, long begin, long end) {

	private static final Pattern GENERATION = Pattern.compile("g\\d+$");

	static FaultWindow parse(Line line) {
		String[] who = line.text(2).split("@");
		return new FaultWindow(FaultKind.valueOf(line.text(1)), "*".equals(who[0]) ? null : who[0],
				(who.length > 1) ? Master.parse(who[1]) : null, line.number(0), line.nanos());
	}

	/**
	 * Whether it may lead to some effect. One of several masters that has no memory takes
	 * no part in a lock that is granted meanwhile: where another one is away, too, there
	 * is no majority to renew it.
	 * @param effect the effect
	 * @return whether a caller may notice it
	 */
	public boolean excuses(Effect effect) {
		return this.kind.excuses(effect)
				|| (effect == Effect.LOSS && this.kind == FaultKind.FULL_MEMORY && this.master != null);
	}

	/**
	 * Whether it may be felt by a client in some time.
	 * @param who the client
	 * @param from the begin of the time
	 * @param to the end of the time
	 * @return whether it hit that client then
	 */
	public boolean touches(String who, long from, long to) {
		return (this.client == null || this.client.equals(who) || this.client.equals(place(who)) || isSuccessor(who))
				&& this.begin <= to && from <= this.end;
	}

	/**
	 * Whether it may be felt where the only Redis, or one of several masters, is asked.
	 * @param where the master, {@code null} for the only Redis
	 * @return whether it may; not if it has to do with another master
	 */
	public boolean isFeltAt(@Nullable Master where) {
		return this.master == null || where == null || this.master.equals(where);
	}

	private boolean isSuccessor(String who) {
		return this.kind == FaultKind.KILLED_CLIENT && place(who).equals(place(String.valueOf(this.client)));
	}

	private static String place(String client) {
		return GENERATION.matcher(client).replaceFirst("");
	}

	/**
	 * One of several masters, of which most are needed.
	 *
	 * @param index which one
	 * @param of how many there are
	 */
	public record Master(int index, int of) {

		static Master parse(String text) {
			String[] parts = text.split("/");
			return new Master(Integer.parseInt(parts[0]), Integer.parseInt(parts[1]));
		}

		@Override
		public String toString() {
			return this.index + "/" + this.of;
		}

	}

}
