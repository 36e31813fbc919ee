package io.github.lockstarter.simulation.client;

import java.util.List;

import io.github.lockstarter.simulation.world.Chance;

/**
 * The connections of one instance, and what may happen to them.
 */
public interface Connections {

	/**
	 * The connection for commands breaks.
	 */
	void cutCommands();

	/**
	 * Nothing arrives any more on the connection for commands, and nobody is told.
	 */
	void swallow();

	/**
	 * The connection for messages breaks.
	 * @param noticed whether the server notices
	 */
	void cutMessages(boolean noticed);

	/**
	 * The server has gone, or the process has: no connection is left.
	 */
	void lost();

	/**
	 * No new connection comes about for a while.
	 * @param nanos how long
	 */
	void refuse(long nanos);

	/**
	 * No new connection comes about for a while, and messages get lost meanwhile. What
	 * stands goes on.
	 * @param nanos how long
	 */
	void leaveAlone(long nanos);

	/**
	 * The connections of two parts of an instance: what happens, happens to both.
	 * @param one the connections of one part
	 * @param other those of the other
	 * @return all of them
	 */
	static Connections both(Connections one, Connections other) {
		return new Connections() {

			@Override
			public void cutCommands() {
				one.cutCommands();
				other.cutCommands();
			}

			@Override
			public void swallow() {
				one.swallow();
				other.swallow();
			}

			@Override
			public void cutMessages(boolean noticed) {
				one.cutMessages(noticed);
				other.cutMessages(noticed);
			}

			@Override
			public void lost() {
				one.lost();
				other.lost();
			}

			@Override
			public void refuse(long nanos) {
				one.refuse(nanos);
				other.refuse(nanos);
			}

			@Override
			public void leaveAlone(long nanos) {
				one.leaveAlone(nanos);
				other.leaveAlone(nanos);
			}

		};
	}

	/**
	 * The connections to several masters: what breaks, breaks to one of them.
	 * @param chance says to which
	 * @param all the connections to each
	 * @return the connections of the instance
	 */
	static Connections ofOne(Chance chance, List<? extends Connections> all) {
		return (all.size() == 1) ? all.get(0) : new Connections() {

			private Connections one() {
				return all.get((int) chance.below(all.size()));
			}

			@Override
			public void cutCommands() {
				one().cutCommands();
			}

			@Override
			public void swallow() {
				one().swallow();
			}

			@Override
			public void cutMessages(boolean noticed) {
				one().cutMessages(noticed);
			}

			@Override
			public void lost() {
				all.forEach(Connections::lost);
			}

			@Override
			public void refuse(long nanos) {
				all.forEach((each) -> each.refuse(nanos));
			}

			@Override
			public void leaveAlone(long nanos) {
				all.forEach((each) -> each.leaveAlone(nanos));
			}

		};
	}

}
