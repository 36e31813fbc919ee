package io.github.lockstarter.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.function.BiConsumer;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.redis.ReplicaLink.Confirmation;
import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptArguments;
import io.github.lockstarter.redis.script.ScriptExchange;
import io.github.lockstarter.redis.script.ScriptRun;
import io.github.lockstarter.store.Renewal;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * The renewal of many locks of one node by one script, all with the same lease; of one
 * lock only on a node that is about to get its slot.
 */
record RenewCall(List<String> keys, long leaseMillis, List<String> arguments) implements NodeCommand<RenewCall.Reply> {

	private static final String NOT_TOLD = "";

	static List<RenewCall> batches(List<Renewal> renewals, int longest, LockKeys spelling, String retention) {
		List<RenewCall> calls = new ArrayList<>();
		for (int from = 0; from < renewals.size();) {
			int to = endOfBatch(renewals, from, longest);
			calls.add(of(renewals.subList(from, to), spelling, retention));
			from = to;
		}
		return calls;
	}

	private static int endOfBatch(List<Renewal> renewals, int from, int longest) {
		int most = Math.min(from + longest, renewals.size());
		int to = from + 1;
		while (to < most && renewals.get(to).leaseMillis() == renewals.get(from).leaseMillis()) {
			to++;
		}
		return to;
	}

	private static RenewCall of(List<Renewal> renewals, LockKeys spelling, String retention) {
		long leaseMillis = renewals.get(0).leaseMillis();
		List<String> keys = new ArrayList<>(renewals.size());
		List<String> arguments = new ArrayList<>(2 * renewals.size() + 3);
		for (Renewal renewal : renewals) {
			keys.add(spelling.key(renewal.name()));
			arguments.add(renewal.id());
		}
		arguments.addAll(1, List.of(Long.toString(leaseMillis), retention));
		renewals.stream().mapToLong(Renewal::toldEnd).filter((end) -> end > 0).min().ifPresent((earliest) -> {
			arguments.add(Long.toString(earliest));
			if (renewals.stream().anyMatch((renewal) -> renewal.toldEnd() != earliest)) {
				renewals.forEach((renewal) -> arguments.add(later(renewal, earliest)));
			}
		});
		return new RenewCall(keys, leaseMillis, arguments);
	}

	private static String later(Renewal renewal, long earliest) {
		return (renewal.toldEnd() > 0) ? Long.toString(renewal.toldEnd() - earliest) : NOT_TOLD;
	}

	RenewCall only(int place) {
		List<String> alone = new ArrayList<>(List.of(this.arguments.get((place == 0) ? 0 : place + 2),
				this.arguments.get(1), this.arguments.get(2)));
		int told = this.keys.size() + 2;
		if (told < this.arguments.size()) {
			String later = (told + 1 < this.arguments.size()) ? this.arguments.get(told + 1 + place) : "0";
			if (!later.equals(NOT_TOLD)) {
				alone.add(Long.toString(Long.parseLong(this.arguments.get(told)) + Long.parseLong(later)));
			}
		}
		return new RenewCall(List.of(this.keys.get(place)), this.leaseMillis, alone);
	}

	static List<CompletionStage<StoreReply>> answers(List<RenewCall> calls, List<CompletionStage<Reply>> sent) {
		List<CompletionStage<StoreReply>> answers = new ArrayList<>();
		for (int call = 0; call < calls.size(); call++) {
			for (int i = 0; i < calls.get(call).keys().size(); i++) {
				int place = i;
				answers.add(sent.get(call).thenCompose((reply) -> reply.of(place)));
			}
		}
		return answers;
	}

	@Override
	public void run(RedisNode node, Standing<StatefulRedisConnection<String, String>> redis, boolean asked,
			BiConsumer<@Nullable Reply, @Nullable Throwable> done) {
		if (node.isConfirming()) {
			// the confirmation renews
			done.accept(new Reply(0), null);
			return;
		}
		ScriptRun.send(redis.connection(), asked, LockScript.RENEW, exchange(redis.server()), done);
	}

	ScriptExchange<Reply> exchange(ServerIdentity server) {
		return new Exchange(this, server.runId());
	}

	@Override
	public Confirmation confirmation(boolean asked, Reply reply) {
		return confirmation(asked);
	}

	Confirmation confirmation(boolean asked) {
		return new Confirmation(this, asked);
	}

	@Override
	public Reply confirmed(Reply reply, StoreReply said) {
		Reply one = new Reply(1);
		one.set(0, CompletableFuture.completedStage(said));
		return one;
	}

	/**
	 * A renewal on its way; {@code clock} is the server whose time the reply has.
	 */
	record Exchange(RenewCall call, String clock) implements ScriptExchange<Reply> {

		@Override
		public void write(ScriptArguments to) {
			to.add(this.call.keys.size());
			this.call.keys.forEach(to::add);
			this.call.arguments.forEach(to::add);
		}

		@Override
		public Output output() {
			return new Output(this.clock, this.call.keys.size(), this.call.leaseMillis);
		}

	}

	static final class Reply {

		private final List<@Nullable CompletionStage<StoreReply>> each;

		private List<Integer> lost = List.of();

		Reply(int locks) {
			this.each = new ArrayList<>(Collections.nCopies(locks, null));
		}

		CompletionStage<StoreReply> of(int place) {
			CompletionStage<StoreReply> answer = this.each.get(place);
			return (answer != null) ? answer : CompletableFuture
				.failedStage(new StoreException(StoreException.Outcome.UNKNOWN, "Redis sent an empty reply", null));
		}

		List<Integer> lost() {
			return this.lost;
		}

		private void lose(int place) {
			if (this.lost.isEmpty()) {
				this.lost = new ArrayList<>();
			}
			this.lost.add(place);
		}

		void set(int place, CompletionStage<StoreReply> answer) {
			this.each.set(place, answer);
		}

		private void setAll(CompletionStage<StoreReply> answer) {
			Collections.fill(this.each, answer);
		}

	}

	/**
	 * Reads the reply as it arrives: the server time, then the exceptions: place and
	 * lease left of each lock that did not get the requested lease (zero if it is lost),
	 * or the error instead of a lease.
	 */
	static final class Output extends CommandOutput<String, String, Reply> {

		private final String clock;

		private final long leaseMillis;

		private ServerTime time = ServerTime.NONE;

		private boolean timed;

		// counts from one; zero before it is read
		private int place;

		Output(String clock, int locks, long leaseMillis) {
			super(StringCodec.UTF8, new Reply(locks));
			this.clock = clock;
			this.leaseMillis = leaseMillis;
		}

		@Override
		public void set(long integer) {
			if (!this.timed) {
				this.timed = true;
				this.time = new ServerTime(this.clock, integer);
				this.output.setAll(lasts(this.leaseMillis));
			}
			else if (this.place == 0) {
				this.place = (int) integer;
			}
			else {
				if (integer <= 0) {
					this.output.lose(this.place - 1);
				}
				say(lasts(integer));
			}
		}

		@Override
		public void set(ByteBuffer error) {
			String message = StandardCharsets.UTF_8.decode(error).toString();
			say(CompletableFuture.failedStage(new StoreException(StoreException.Outcome.UNKNOWN, message, null)));
		}

		private CompletionStage<StoreReply> lasts(long millis) {
			StoreReply.Status status = (millis > 0) ? StoreReply.Status.OWNED : StoreReply.Status.LOST;
			return CompletableFuture.completedStage(StoreReply.of(status, this.time).withLease(millis));
		}

		private void say(CompletionStage<StoreReply> answer) {
			this.output.set(this.place - 1, answer);
			this.place = 0;
		}

	}

}
