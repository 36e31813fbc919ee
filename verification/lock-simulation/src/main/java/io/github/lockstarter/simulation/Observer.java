package io.github.lockstarter.simulation;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;

import io.github.lockstarter.proof.history.FaultWindow.Master;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.watch.Leftovers;
import io.github.lockstarter.proof.watch.Lookout;
import io.github.lockstarter.proof.watch.SubscriptionWatch;
import io.github.lockstarter.proof.watch.Visitor;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.server.Keys;
import io.github.lockstarter.simulation.world.World;

/**
 * Looks into the servers from outside: all the time who owns what, and in the end what is
 * left. Whoever is in the world does not notice.
 */
public final class Observer {

	private static final long PERIOD = 20_000_000;

	private static final String PREFIX = "lock:";

	private final World world;

	private final Backend backend;

	private final HistoryLog history;

	private final List<Lookout> lookouts;

	private final SubscriptionWatch subscriptions;

	private final Visitor visitor;

	private Observer(World world, Backend backend, Level level, HistoryLog history) {
		this.world = world;
		this.backend = backend;
		this.history = history;
		this.subscriptions = new SubscriptionWatch(history, world::now);
		this.visitor = (level == Level.QUORUM) ? Visitor.OF_A_QUORUM : Visitor.ALONE;
		int masters = backend.masters();
		this.lookouts = IntStream.range(0, masters)
			.mapToObj((i) -> new Lookout(history, world::now, (level == Level.QUORUM) ? new Master(i, masters) : null))
			.toList();
	}

	/**
	 * Begins to look, if there is anything to see: who owns a lock that may move to
	 * another server nobody can say from outside.
	 * @param world where the servers are
	 * @param backend the servers
	 * @param level what they are
	 * @param history where it is written
	 * @return looks until its end
	 */
	public static Observer of(World world, Backend backend, Level level, HistoryLog history) {
		Observer observer = new Observer(world, backend, level, history);
		if (!level.isMoving() && backend.keys(0) != null) {
			world.watch(PERIOD, observer::look);
		}
		return observer;
	}

	private void look() {
		for (int master = 0; master < this.lookouts.size(); master++) {
			Keys keys = Objects.requireNonNull(this.backend.keys(master));
			for (String key : keys.names()) {
				if (key.startsWith(PREFIX + "proof:")) {
					this.lookouts.get(master)
						.seen(key.substring(PREFIX.length()), this.world.now(), keys.millis(),
								keys.fields(key, Lookout.FIELDS), () -> keys.hash(key));
				}
				Leftovers.life(this.history, this.world.now(), key, keys.life(key));
			}
			keys.endless().forEach((key) -> Leftovers.life(this.history, this.world.now(), key, Leftovers.FOR_EVER));
		}
		this.subscriptions
			.seen(this.backend.subscribers().stream().map((name) -> name.substring(0, name.indexOf('g'))));
	}

	/**
	 * All is over: what is left is left.
	 */
	public void end() {
		for (int master = 0; master < this.lookouts.size(); master++) {
			Keys keys = this.backend.keys(master);
			if (keys == null) {
				return;
			}
			this.lookouts.get(master).end();
			for (String key : new ArrayList<>(keys.names())) {
				if (key.startsWith(PREFIX + "proof:")) {
					keys.visit(this.visitor, key);
					Leftovers.lock(this.history, this.world.now(), key, keys.hash(key));
				}
			}
		}
	}

}
