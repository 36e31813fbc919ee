package io.github.lockstarter.redis;

import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.Function;

import io.lettuce.core.api.async.RedisAsyncCommands;
import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.quorum.QuorumNode.Seat;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptRun;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.text.DurationText;
import io.github.lockstarter.text.LoggedText;

/**
 * One of several independent masters. On each connection it says which server it is and
 * when it was started, and is told how long leases may be: a restart breaks all
 * connections, so no client misses it.
 */
final class QuorumRole implements NodeRole {

	private static final Log logger = LogFactory.getLog(QuorumMaster.class);

	// How long it is remembered of an instance that is gone, as its label is: it is told
	// again when that is written again.
	private static final Duration TOLD_FOR = Duration.ofHours(1);

	private final Session session;

	private final OwnLabel label;

	private final Seat seat;

	private volatile long startedNanos;

	private volatile String runId = "";

	private volatile @Nullable String flaw;

	QuorumRole(Session session, OwnLabel label, Seat seat) {
		this.session = session;
		this.label = label;
		this.seat = seat;
		this.startedNanos = session.clock().nanoTime();
	}

	/**
	 * By the monotonic clock, not before the start of the server.
	 */
	long startedNanos() {
		return this.startedNanos;
	}

	/**
	 * Which run of which server it is, empty until that is known.
	 */
	String runId() {
		return this.runId;
	}

	/**
	 * Why it cannot be one of a quorum, null if it can.
	 */
	@Nullable String flaw() {
		return this.flaw;
	}

	@Override
	public CompletionStage<RedisClients.Handle> find() {
		return CompletableFuture.completedStage(this.session.redis());
	}

	@Override
	public boolean isTarget(RedisClients.Handle target) {
		return true;
	}

	@Override
	public CompletionStage<Server> greet(RedisAsyncCommands<String, String> commands) {
		CompletionStage<Answer> answer = tell(commands, this.seat.ownLongestMillis());
		return writeLabel(commands)
			.thenCombine(Server.askForCertain(commands, this.session.keys().channelPrefix()), (done, state) -> {
				if (state.isCluster()) {
					this.flaw = "is a node of a Redis Cluster";
					throw new IllegalStateException("it " + this.flaw);
				}
				this.flaw = null;
				return state;
			})
			.thenCombine(answer, (state, said) -> met(commands, state, said))
			.thenCompose(Function.identity());
	}

	/**
	 * Nobody is granted anything that counts by a server that does not know how long
	 * leases may be. One that has restarted may have known of longer ones.
	 */
	private CompletionStage<Server> met(RedisAsyncCommands<String, String> commands, Server state, Answer said) {
		// uptime is the difference of two times in whole seconds
		long uptime = Math.max(state.uptimeSeconds() - 1, 0);
		this.startedNanos = this.session.clock().nanoTime() - Duration.ofSeconds(uptime).toNanos();
		boolean restarted = !this.runId.isEmpty() && !state.runId().equals(this.runId);
		long longest = this.seat.longestMillis();
		CompletionStage<Answer> answer = (restarted && longest > said.longestMillis) ? tell(commands, longest)
				: CompletableFuture.completedStage(said);
		return answer.thenApply((last) -> {
			report(state.runId(), last);
			warn(state, Duration.ofSeconds(uptime));
			this.runId = state.runId();
			return state;
		});
	}

	private void report(String run, Answer said) {
		if (said.longestMillis >= 0) {
			this.seat.told(run, said.longestMillis, said.asked);
		}
		if (said.trouble != null) {
			this.seat.notTold(said.trouble);
		}
	}

	private void warn(Server state, Duration uptime) {
		Duration left = this.seat.restartDelay().minus(uptime);
		if (!state.runId().equals(this.runId) && !left.isNegative() && !left.isZero()) {
			logger.warn("Redis at " + this.session.redis().address() + " was started "
					+ DurationText.of(uptime.isZero() ? Duration.ofSeconds(1) : uptime)
					+ " ago and may have forgotten leases: its vote does not count for another " + DurationText.of(left)
					+ " (distributed-lock.redis.restart-delay)");
		}
	}

	/**
	 * Tells the server how long leases may be. One that is full may refuse, and says at
	 * least what it was told before.
	 */
	@SuppressWarnings("deprecation") // for those who would close the connection
	private CompletionStage<Answer> tell(RedisAsyncCommands<String, String> commands, long millis) {
		long asked = this.session.clock().nanoTime();
		CompletableFuture<StoreReply> told = new CompletableFuture<>();
		ScriptRun
			.<StoreReply>of(LockScript.TELL, this.session.keys().longest(), () -> new ScriptCall.Output(""),
					Long.toString(millis), Long.toString(TOLD_FOR.toMillis()))
			.send(commands.getStatefulConnection(), false, (reply, failure) -> {
				if (failure != null) {
					told.completeExceptionally(failure);
				}
				else {
					told.complete(reply);
				}
			});
		return told.handle((reply, failure) -> {
			if (failure != null) {
				return commands.get(this.session.keys().longest())
					.handle((longest, trouble) -> new Answer((trouble != null) ? -1 : millis(longest), asked,
							LoggedText.of(String.valueOf(failure.getMessage()))));
			}
			return CompletableFuture.completedStage(new Answer(reply.leaseMillis(), asked, null));
		}).thenCompose(Function.identity());
	}

	/**
	 * Asks the server how long leases may be, and tells it if it does not know.
	 */
	private CompletionStage<?> ask(RedisAsyncCommands<String, String> commands) {
		String run = this.runId;
		long asked = this.session.clock().nanoTime();
		return commands.get(this.session.keys().longest())
			.thenCompose((longest) -> (millis(longest) < this.seat.ownLongestMillis())
					? tell(commands, this.seat.ownLongestMillis())
					: CompletableFuture.completedStage(new Answer(millis(longest), asked, null)))
			.thenAccept((said) -> report(run, said));
	}

	private static long millis(@Nullable String longest) {
		return (longest != null && longest.matches("\\d{1,15}")) ? Long.parseLong(longest) : 0;
	}

	@Override
	public CompletionStage<Server> identify(RedisAsyncCommands<String, String> commands) {
		return this.session.identify(commands);
	}

	@Override
	public @Nullable CompletionStage<?> look(RedisAsyncCommands<String, String> commands, boolean ping) {
		if (this.label.isDue(ping)) {
			String run = this.runId;
			CompletionStage<Answer> told = tell(commands, this.seat.ownLongestMillis());
			told.thenAccept((said) -> report(run, said));
			return writeLabel(commands).thenCombine(told, (label, said) -> said);
		}
		return ping ? ask(commands) : null;
	}

	private CompletionStage<?> writeLabel(RedisAsyncCommands<String, String> commands) {
		return this.label.writeToMaster(commands).whenComplete((done, failure) -> {
			if (failure != null) {
				this.flaw = OwnLabel.REPLICA;
			}
		});
	}

	@Override
	public String consequence() {
		return "Locks need a majority of the masters without it.";
	}

	@Override
	public void onConnected() {
		this.seat.connected();
	}

	@Override
	public void onDisconnected() {
		this.seat.away();
	}

	/**
	 * What a server says of the longest lease.
	 *
	 * @param longestMillis the longest, negative if it does not say
	 * @param asked when it was asked, in nanoseconds of this JVM
	 * @param trouble why it could not be told, null if it was
	 */
	private record Answer(long longestMillis, long asked, @Nullable String trouble) {

	}

}
