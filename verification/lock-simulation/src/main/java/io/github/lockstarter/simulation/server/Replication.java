package io.github.lockstarter.simulation.server;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.LongConsumer;

import io.github.lockstarter.simulation.world.World;

/**
 * What replicas hear of a master: each write in its order, a little later, or nothing for
 * a while and then everything at once.
 */
final class Replication {

	private static final long MILLI = 1_000_000;

	private final World world;

	private final Redis master;

	private final List<Link> links = new ArrayList<>();

	private final List<Waiter> waiters = new ArrayList<>();

	// How often has been written, as the offset of a stream would say.
	private long written;

	/**
	 * Creates the stream of a master without replicas.
	 * @param world where it is
	 * @param master what is copied
	 */
	Replication(World world, Redis master) {
		this.world = world;
		this.master = master;
	}

	/**
	 * A server has become a replica: it gets a whole copy, and then each write.
	 * @param replica gets them
	 */
	void begin(Redis replica) {
		end(replica);
		Link link = new Link(replica);
		this.links.add(link);
		link.copy(0);
	}

	/**
	 * A server is no replica of this one any more.
	 * @param replica which one
	 */
	void end(Redis replica) {
		this.links.stream().filter((link) -> link.replica == replica).forEach((link) -> link.stream++);
		this.links.removeIf((link) -> link.replica == replica);
	}

	/**
	 * No replica hears anything for a while.
	 * @param nanos how long
	 */
	void cut(long nanos) {
		this.links.forEach((link) -> link.copy(nanos));
	}

	/**
	 * Something was written.
	 * @param keys what it was written to
	 */
	void wrote(Collection<String> keys) {
		this.written++;
		this.links.forEach((link) -> link.send(keys));
	}

	/**
	 * Waits until replicas have all that was written so far.
	 * @param count how many
	 * @param millis for how long at most
	 * @param answer gets how many have it
	 */
	void await(long count, long millis, LongConsumer answer) {
		Waiter waiter = new Waiter(this.written, count, answer);
		this.waiters.add(waiter);
		this.world.after(this.master.process(), millis * MILLI, () -> {
			if (this.waiters.remove(waiter)) {
				waiter.answer.accept(having(waiter.offset));
			}
		});
		look();
	}

	/**
	 * Nobody is waited for any more.
	 */
	void forgetWaiters() {
		this.waiters.clear();
	}

	private long having(long offset) {
		return this.links.stream().filter((link) -> link.acknowledged >= offset).count();
	}

	private void look() {
		for (Waiter waiter : List.copyOf(this.waiters)) {
			if (having(waiter.offset) >= waiter.count && this.waiters.remove(waiter)) {
				waiter.answer.accept(having(waiter.offset));
			}
		}
	}

	/**
	 * The stream to one replica.
	 */
	private final class Link {

		private final Redis replica;

		private long acknowledged = -1;

		// What was on the way when a stream broke does not arrive.
		private int stream;

		private boolean cut;

		private long last;

		Link(Redis replica) {
			this.replica = replica;
		}

		/**
		 * Breaks, and begins anew with a whole copy.
		 */
		void copy(long nanos) {
			int now = ++this.stream;
			this.acknowledged = -1;
			this.cut = true;
			Replication.this.world.after(Replication.this.master.process(), nanos, () -> {
				if (now == this.stream && Replication.this.master.isUp()) {
					this.cut = false;
					arrive(Replication.this.master.whole());
				}
			});
		}

		void send(Collection<String> keys) {
			if (!this.cut) {
				arrive(Replication.this.master.part(keys));
			}
		}

		private void arrive(Consumer<Redis> content) {
			World world = Replication.this.world;
			long offset = Replication.this.written;
			int now = this.stream;
			this.last = Math.max(this.last + 1, world.now() + delay());
			world.at(this.replica.process(), this.last, () -> {
				if (now != this.stream || !this.replica.isUp()) {
					return;
				}
				content.accept(this.replica);
				world.after(Replication.this.master.process(), delay(), () -> {
					if (now == this.stream) {
						this.acknowledged = Math.max(this.acknowledged, offset);
						look();
					}
				});
			});
		}

		/**
		 * Mostly less than a millisecond, rarely some hundred.
		 */
		private long delay() {
			long nanos = 50_000 + Replication.this.world.chance().below(500_000);
			return Replication.this.world.chance().oneIn(200)
					? nanos + Replication.this.world.chance().below(100 * MILLI) : nanos;
		}

	}

	/**
	 * A client that waits for replicas.
	 */
	private record Waiter(long offset, long count, LongConsumer answer) {

	}

}
