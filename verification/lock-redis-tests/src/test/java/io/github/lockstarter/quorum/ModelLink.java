package io.github.lockstarter.quorum;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * The connection of one client to one {@link ModelMaster}: late, and sometimes it loses a
 * command or its answer. What arrives arrives in order, unless a command was lost.
 */
final class ModelLink implements QuorumNode {

	static final long TIMEOUT = 60;

	private static final long SLOWEST = 30;

	private static final long LOOK = 40;

	private final World world;

	private final ModelMaster master;

	private final int lossOneIn;

	private final long behind;

	private long lastArrival;

	private Seat seat;

	private LockStore.Listener listener;

	private String met = "";

	/**
	 * Creates a connection.
	 * @param lossOneIn of how many commands and answers one is lost
	 * @param behind the estimate of the master's clock, in milliseconds: no two clients
	 * ask for the same token
	 */
	ModelLink(World world, ModelMaster master, int lossOneIn, long behind) {
		this.world = world;
		this.master = master;
		this.lossOneIn = lossOneIn;
		this.behind = behind;
	}

	/**
	 * Who has restarted is met again, before it is asked anything.
	 */
	private void connect() {
		if (!this.master.run().equals(this.met)) {
			this.seat.told(this.master.run(),
					this.master.tell(this.met.isEmpty() ? this.seat.ownLongestMillis() : this.seat.longestMillis()),
					this.world.nanoTime());
			this.met = this.master.run();
		}
	}

	/**
	 * Now and then each is asked how long leases may be.
	 */
	private void look() {
		this.world.later(() -> {
			connect();
			this.seat.told(this.met, this.master.tell(this.seat.ownLongestMillis()), this.world.nanoTime());
			look();
		}, LOOK);
	}

	/**
	 * A message of this master arrives some time, or never.
	 */
	void tells(ModelMaster from, PushMessage message) {
		if (from == this.master && !this.world.oneIn(this.lossOneIn)) {
			this.world.later(() -> this.listener.onHandOff(message), this.world.upTo(SLOWEST));
		}
	}

	private CompletionStage<StoreReply> send(Supplier<StoreReply> command) {
		connect();
		CompletableFuture<StoreReply> answer = new CompletableFuture<>();
		long now = this.world.now().wallMillis();
		long arrival = Math.max(now + this.world.upTo(SLOWEST), this.lastArrival);
		boolean lost = this.world.oneIn(this.lossOneIn);
		boolean deaf = this.world.oneIn(this.lossOneIn);
		QuorumNode.Start sentTo = this.master.started();
		if (lost || deaf) {
			this.world.later(
					() -> answer
						.completeExceptionally(new StoreException(StoreException.Outcome.UNKNOWN, "lost", null)),
					TIMEOUT);
			this.lastArrival = 0;
		}
		else {
			this.lastArrival = arrival;
		}
		if (!lost) {
			this.world.later(() -> {
				if (sentTo != this.master.started()) {
					answer.completeExceptionally(
							new StoreException(StoreException.Outcome.UNKNOWN, "connection reset", null));
					return;
				}
				StoreReply reply = command.get();
				if (!deaf) {
					this.world.later(() -> answer.complete(reply), this.world.upTo(SLOWEST));
				}
			}, arrival - now);
		}
		return answer;
	}

	@Override
	public String address() {
		return "model";
	}

	@Override
	public String identity() {
		return this.master.run();
	}

	@Override
	public @Nullable String flaw() {
		return null;
	}

	@Override
	public CompletionStage<StoreReply> propose(String name, Proposal proposal) {
		long cutoff = serverMillis(proposal.notAfter()) + this.behind;
		return send(() -> this.master.propose(proposal, cutoff));
	}

	@Override
	public CompletionStage<StoreReply> raise(String name, Proposal proposal, long token) {
		return send(() -> this.master.raise(proposal, token));
	}

	@Override
	public CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal) {
		return send(() -> this.master.withdraw(withdrawal));
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> renewals) {
		return renewals.stream()
			.map((renewal) -> send(() -> this.master.renew(renewal.id(), renewal.leaseMillis())))
			.toList();
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		throw new UnsupportedOperationException();
	}

	@Override
	public CompletionStage<String> label(String clientId) {
		return CompletableFuture.completedStage(clientId);
	}

	@Override
	public long serverMicros(long nanos) {
		return 1_000 * serverMillis(nanos);
	}

	private long serverMillis(long nanos) {
		return this.master.millis() - this.behind + (nanos - this.world.nanoTime()) / 1_000_000 + 1;
	}

	@Override
	public Start started() {
		return this.master.started();
	}

	@Override
	public boolean isPushAvailable() {
		return true;
	}

	@Override
	public void resubscribe() {
	}

	@Override
	public CompletionStage<?> start(String clientId, LockStore.Listener told, Seat place) {
		this.listener = told;
		this.seat = place;
		connect();
		look();
		return CompletableFuture.completedStage(null);
	}

	@Override
	public void stop() {
	}

}
