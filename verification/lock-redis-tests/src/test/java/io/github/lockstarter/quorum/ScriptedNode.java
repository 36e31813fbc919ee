package io.github.lockstarter.quorum;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.stream.Stream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.StoreReply.Status;
import io.github.lockstarter.store.StoreState;

/**
 * A master that answers what and when a test says.
 */
final class ScriptedNode implements QuorumNode {

	static final StoreException FAILURE = new StoreException(StoreException.Outcome.NOT_SENT, "no connection", null);

	static final StoreState UP = new StoreState(StoreState.Link.UP, StoreState.Link.UP);

	final List<CompletableFuture<StoreReply>> proposals = new ArrayList<>();

	final List<Proposal> proposed = new ArrayList<>();

	final List<CompletableFuture<StoreReply>> raises = new ArrayList<>();

	final List<CompletableFuture<StoreReply>> withdrawals = new ArrayList<>();

	final List<Withdrawal> withdrawn = new ArrayList<>();

	final List<CompletableFuture<StoreReply>> renewals = new ArrayList<>();

	final List<Renewal> renewed = new ArrayList<>();

	final List<CompletableFuture<StoreReply>> descriptions = new ArrayList<>();

	final CompletableFuture<String> label = new CompletableFuture<>();

	boolean down;

	// what is known of its clock
	long micros = 1;

	String identity;

	Start start = new Start(0, 0);

	// those who wait for a start are on a thread of their own
	volatile StoreState state = UP;

	volatile CompletableFuture<Void> tried = CompletableFuture.completedFuture(null);

	private final String address;

	private @Nullable Seat seat;

	private LockStore.@Nullable Listener listener;

	ScriptedNode(String address) {
		this.address = address;
		this.identity = address;
	}

	/**
	 * Its place in the quorum, when it has been started.
	 */
	Seat seat() {
		return Objects.requireNonNull(this.seat);
	}

	static StoreReply owned(long token) {
		return new StoreReply(Status.OWNED, ServerTime.NONE, token, token + 16, 30_000, 0, "");
	}

	static StoreReply heldBy(String holder) {
		return new StoreReply(Status.WAIT, ServerTime.NONE, 0, 0, 20_000, 1, holder);
	}

	static StoreReply held(String holder, long token) {
		return new StoreReply(Status.HELD, ServerTime.NONE, token, token + 16, 20_000, 0, holder);
	}

	static StoreReply said(Status status) {
		return new StoreReply(status, ServerTime.NONE, 0, 0, 0, 0, "");
	}

	/**
	 * The same reply, from a server.
	 */
	static StoreReply from(String server, StoreReply reply) {
		return new StoreReply(reply.status(), new ServerTime(server, reply.time().millis()), reply.firstToken(),
				reply.lastToken(), reply.leaseMillis(), reply.queue(), reply.holder());
	}

	/**
	 * Tells an attempt that it has the vote of this node.
	 * @param millis when, by the clock of the node
	 */
	void hands(String id, long token, long millis) {
		Objects.requireNonNull(this.listener)
			.onHandOff(new PushMessage(PushMessage.Kind.GRANT, id, new ServerTime(this.identity, millis), token,
					token + 16, 2_000, "job"));
	}

	/**
	 * Answers the last question for the lock.
	 */
	void proposed(StoreReply reply) {
		last(this.proposals).complete(reply);
	}

	static CompletableFuture<StoreReply> last(List<CompletableFuture<StoreReply>> asked) {
		return asked.get(asked.size() - 1);
	}

	private CompletionStage<StoreReply> asked(List<CompletableFuture<StoreReply>> where) {
		CompletableFuture<StoreReply> answer = new CompletableFuture<>();
		where.add(answer);
		if (this.down) {
			answer.completeExceptionally(FAILURE);
		}
		String server = this.identity;
		return answer.thenApply((reply) -> reply.time().clock().isEmpty() ? from(server, reply) : reply);
	}

	@Override
	public String address() {
		return this.address;
	}

	@Override
	public String identity() {
		return this.down ? "" : this.identity;
	}

	@Override
	public @Nullable String flaw() {
		return null;
	}

	@Override
	public CompletionStage<StoreReply> propose(String name, Proposal proposal) {
		this.proposed.add(proposal);
		return asked(this.proposals);
	}

	@Override
	public CompletionStage<StoreReply> raise(String name, Proposal proposal, long token) {
		return asked(this.raises);
	}

	@Override
	public CompletionStage<StoreReply> withdraw(String name, Withdrawal withdrawal) {
		this.withdrawn.add(withdrawal);
		return asked(this.withdrawals);
	}

	@Override
	public List<CompletionStage<StoreReply>> renew(List<Renewal> some) {
		this.renewed.addAll(some);
		return some.stream().map((renewal) -> asked(this.renewals)).toList();
	}

	@Override
	public CompletionStage<StoreReply> describe(String name) {
		return asked(this.descriptions);
	}

	@Override
	public CompletionStage<String> label(String clientId) {
		return this.label;
	}

	@Override
	public long serverMicros(long nanos) {
		return this.micros;
	}

	@Override
	public Start started() {
		return this.start;
	}

	@Override
	public StoreState state() {
		return this.state;
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
		return this.tried;
	}

	@Override
	public void stop() {
		Stream.of(this.proposals, this.raises, this.withdrawals, this.renewals, this.descriptions)
			.flatMap(List::stream)
			.forEach((answer) -> answer.completeExceptionally(FAILURE));
	}

}
