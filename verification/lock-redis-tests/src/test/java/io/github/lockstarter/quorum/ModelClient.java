package io.github.lockstarter.quorum;

import java.util.List;
import java.util.function.Consumer;

import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;

/**
 * A client that wants the one lock again and again, as the engine would: it asks, waits,
 * holds, renews, gives up, and sometimes goes on without a word.
 */
final class ModelClient implements LockStore.Listener {

	private static final String NAME = "lock";

	private final World world;

	private final List<ModelLink> nodes;

	private final QuorumLockStore store;

	private final String client;

	private final long lease;

	private final Consumer<Hold> entered;

	private int attempt;

	private String id = "";

	private long asked;

	private int question;

	private ServerTime time = ServerTime.NONE;

	private long zero;

	private boolean stopped;

	// How often it has entered without an answer.
	int handedOver;

	private Hold hold;

	ModelClient(World world, List<ModelLink> nodes, QuorumSettings settings, String client, Consumer<Hold> entered) {
		this.world = world;
		this.client = client;
		this.lease = settings.lease().toMillis();
		this.entered = entered;
		this.nodes = nodes;
		this.store = new QuorumLockStore(nodes, settings, (runtime) -> client,
				new ThreadRuntime(world, world.random::nextDouble), world::timers);
		this.store.start(this);
		next();
	}

	void stop() {
		this.stopped = true;
	}

	boolean isMine(String waiter) {
		return waiter.equals(this.id);
	}

	/**
	 * A master says that it has its vote.
	 */
	void handed(ModelMaster master, PushMessage grant) {
		this.nodes.forEach((node) -> node.tells(master, grant));
	}

	/**
	 * Somebody has released.
	 */
	void wake() {
		if (this.hold == null && !this.id.isEmpty()) {
			ask();
		}
	}

	private void next() {
		this.hold = null;
		this.id = "";
		this.world.later(() -> {
			if (!this.stopped) {
				this.id = this.client + ":" + ++this.attempt;
				this.time = ServerTime.NONE;
				this.asked = this.world.nanoTime();
				ask();
			}
		}, this.world.upTo(60));
	}

	private void ask() {
		String mine = this.id;
		int number = ++this.question;
		long sent = this.world.nanoTime();
		this.store.acquire(NAME, mine, this.lease, this.world.oneIn(4) ? 0 : 500, sent + ModelLink.TIMEOUT * 1_000_000)
			.whenComplete((reply, failure) -> {
				if (number != this.question || !mine.equals(this.id) || this.hold != null) {
					return;
				}
				if (reply != null && reply.status() == Status.WAIT) {
					told(reply.time(), sent);
				}
				if (reply != null && reply.status() == Status.OWNED && sent + nanos(reply) > this.world.nanoTime()) {
					enter(reply.firstToken(), sent + nanos(reply));
				}
				else if (this.world.oneIn(5) || this.stopped || (reply != null && reply.status() != Status.WAIT)) {
					this.store.cancel(NAME, mine, 0, LockStore.NO_LIMIT);
					next();
				}
				else {
					this.world.later(() -> {
						if (number == this.question && mine.equals(this.id) && this.hold == null) {
							ask();
						}
					}, (reply != null) ? Math.min(reply.leaseMillis(), 200) : this.world.upTo(40));
				}
			});
	}

	// as PushedGrants dates a message
	private void told(ServerTime now, long sent) {
		long before = sent - now.millis() * 1_000_000;
		this.zero = now.isOfSameClock(this.time) ? Math.min(this.zero, before) : before;
		this.time = now;
	}

	private void enter(long token, long deadline) {
		Hold held = new Hold(this.client, token, this.asked, this.world.nanoTime());
		held.deadline = deadline;
		this.hold = held;
		this.entered.accept(held);
		renewLater(held, this.id);
		this.world.later(() -> leave(held), this.world.upTo(2 * this.lease));
	}

	private void renewLater(Hold held, String mine) {
		this.world.later(() -> {
			if (held.isInside(this.world.nanoTime())) {
				long sent = this.world.nanoTime();
				this.store.renew(NAME, mine, this.lease).whenComplete((reply, failure) -> {
					if (reply != null && reply.status() == Status.OWNED && held.isInside(this.world.nanoTime())) {
						held.deadline = Math.max(held.deadline, sent + nanos(reply));
					}
				});
				renewLater(held, mine);
			}
		}, this.lease / 3);
	}

	private void leave(Hold held) {
		held.leave(this.world.nanoTime());
		if (this.stopped || !this.world.oneIn(20)) {
			this.store.release(NAME, this.id, 0);
		}
		next();
	}

	// as LeaseDeadline counts
	private static long nanos(StoreReply reply) {
		return nanos(reply.leaseMillis());
	}

	private static long nanos(long lease) {
		return (lease - lease / 100 - 2) * 1_000_000;
	}

	@Override
	public void onHandOff(PushMessage message) {
		if (this.hold != null || !isMine(message.id())) {
			if (message.kind() == PushMessage.Kind.GRANT) {
				this.store.giveBack(message);
			}
			return;
		}
		long deadline = this.zero + message.time().millis() * 1_000_000 + nanos(message.millis());
		if (message.kind() == PushMessage.Kind.GRANT && message.time().isOfSameClock(this.time)
				&& deadline > this.world.nanoTime()) {
			this.handedOver++;
			enter(message.firstToken(), deadline);
		}
		else {
			ask();
		}
	}

	@Override
	public void onSubscribed() {
	}

	/**
	 * A turn inside, by the clock of the world.
	 */
	static final class Hold {

		final String client;

		final long token;

		final long asked;

		final long begin;

		private long deadline;

		private long end = Long.MAX_VALUE;

		private Hold(String client, long token, long asked, long begin) {
			this.client = client;
			this.token = token;
			this.asked = asked;
			this.begin = begin;
		}

		private void leave(long now) {
			this.end = Math.min(now, this.deadline);
		}

		boolean isInside(long now) {
			return now < this.end && now < this.deadline;
		}

		@Override
		public String toString() {
			return this.client + " with token " + this.token + " from " + this.begin / 1_000_000;
		}

	}

}
