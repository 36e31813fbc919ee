package io.github.lockstarter.simulation.etcd;

import java.io.IOException;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.etcd.EtcdAnswer;
import io.github.lockstarter.etcd.EtcdWatches;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.World;

/**
 * One connection to a member: one request at a time, or a stream of lines.
 */
final class Wire {

	// A server may hear so late what was sent on a connection that is gone.
	private static final long LONGEST_UNHEARD = 6_000_000_000L;

	private final SimulatedHttp client;

	private final Process process;

	private final Network network;

	private final EtcdCluster cluster;

	private final Member member;

	private @Nullable Exchange<?> exchange;

	private World.@Nullable Event sent;

	private @Nullable Runnable arrival;

	private EtcdWatches.@Nullable Watcher watcher;

	private long arrived;

	private boolean silent;

	private boolean closed;

	Wire(SimulatedHttp client, Process process, Network network, EtcdCluster cluster, Member member) {
		this.client = client;
		this.process = process;
		this.network = network;
		this.cluster = cluster;
		this.member = member;
		member.wires().add(this);
	}

	private World world() {
		return this.process.world();
	}

	Member member() {
		return this.member;
	}

	boolean isIdle() {
		return this.exchange == null && !this.closed;
	}

	boolean isStream() {
		Exchange<?> now = this.exchange;
		return now != null && now.isStream();
	}

	/**
	 * Sends a request.
	 */
	void send(Exchange<?> next) {
		this.exchange = next;
		this.arrival = () -> arrive(next);
		if (!this.silent || world().chance().oneIn(2)) {
			this.sent = world().after(this.member.process(), this.network.there(), this.arrival);
		}
	}

	/**
	 * A request is at the member: also if who has sent it has given it up.
	 */
	private void arrive(Exchange<?> of) {
		if (this.member.isDown()) {
			return;
		}
		if (!of.isStream()) {
			this.cluster.ask(this.member, of.path(), of.body(), (answer) -> back(of, answer));
		}
		else if (!this.closed) {
			this.watcher = this.cluster.watch(this.member, of.body(), (line) -> back(of, () -> of.line(line)));
		}
	}

	private void back(Exchange<?> of, EtcdAnswer answer) {
		back(of, () -> {
			this.exchange = null;
			of.answer(answer);
		});
	}

	private void back(Exchange<?> of, Runnable what) {
		if (this.exchange != of || this.silent || this.closed || this.network.dropsReplies()) {
			return;
		}
		this.arrived = Math.max(this.arrived + 1, world().now() + this.network.back());
		world().at(this.process, this.arrived, () -> {
			if (this.exchange == of && !this.closed) {
				what.run();
			}
		});
	}

	/**
	 * The member knows no leader any more: it ends what it tells.
	 */
	void leaderIsGone() {
		Exchange<?> now = this.exchange;
		if (now != null && this.watcher != null) {
			world().after(this.member.process(), 0, () -> {
				unwatch();
				EtcdCluster.noLeader((line) -> back(now, () -> now.line(line)));
			});
		}
	}

	/**
	 * The member was killed: what is on its way to it is lost.
	 */
	void memberIsGone() {
		if (!this.silent) {
			breaks(false, 0);
		}
		else {
			unwatch();
		}
	}

	/**
	 * It breaks. What is on its way does not arrive, or does, or much later.
	 */
	void cut() {
		Chance chance = world().chance();
		breaks(chance.oneIn(2), chance.oneIn(4) ? chance.below(LONGEST_UNHEARD) : 0);
	}

	/**
	 * Nothing arrives any more, either way, and nobody is told.
	 */
	void swallow() {
		if (!this.silent && !this.closed) {
			this.silent = true;
			stop(world().chance().oneIn(2), 0);
		}
	}

	private void stop(boolean arrives, long late) {
		World.Event waiting = this.sent;
		Runnable what = this.arrival;
		if (waiting != null && what != null && waiting.waits() && (!arrives || late > 0)) {
			waiting.cancel();
			if (arrives) {
				world().after(this.member.process(), late, what);
			}
		}
	}

	private void breaks(boolean arrives, long late) {
		if (this.closed) {
			return;
		}
		stop(arrives, late);
		Exchange<?> last = this.exchange;
		leave();
		if (last != null) {
			world().after(this.process, this.network.delay(),
					() -> last.fail(new IOException("Connection reset by peer")));
		}
	}

	/**
	 * Who has sent a request gives it up. It may be executed, also much later.
	 */
	void abandon() {
		if (!this.closed) {
			Chance chance = world().chance();
			stop(!chance.oneIn(3), chance.oneIn(8) ? chance.below(LONGEST_UNHEARD) : 0);
			leave();
		}
	}

	private void leave() {
		this.closed = true;
		this.exchange = null;
		this.client.closed(this);
		this.member.wires().remove(this);
		unwatch();
	}

	private void unwatch() {
		EtcdWatches.Watcher last = this.watcher;
		this.watcher = null;
		if (last != null) {
			this.cluster.model().end(last);
		}
	}

}
