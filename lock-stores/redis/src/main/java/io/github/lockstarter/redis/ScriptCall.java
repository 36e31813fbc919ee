package io.github.lockstarter.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.lettuce.core.api.StatefulRedisConnection;
import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.redis.ReplicaLink.Confirmation;
import io.github.lockstarter.redis.SupervisedConnection.Standing;
import io.github.lockstarter.redis.script.LockScript;
import io.github.lockstarter.redis.script.ScriptArguments;
import io.github.lockstarter.redis.script.ScriptExchange;
import io.github.lockstarter.redis.script.ScriptRun;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * A script on one lock, with the first arguments of the common order; the cutoff and the
 * channels are those of the node that it is sent to.
 */
record ScriptCall(LockScript script, String key, Always always, String id, long number, @Nullable String round,
		long notAfter, long waitMillis, String last) implements NodeCommand<StoreReply> {

	private static final String UNUSED = "0";

	static ScriptCall of(LockScript script, String key, Always always, String id, long number) {
		return until(script, key, always, id, number, LockStore.NO_LIMIT);
	}

	static ScriptCall until(LockScript script, String key, Always always, String id, long number, long notAfter) {
		return new ScriptCall(script, key, always, id, number, null, notAfter, 0, UNUSED);
	}

	static ScriptCall waiting(LockScript script, String key, Always always, String id, long number, long notAfter,
			long waitMillis, String last) {
		return new ScriptCall(script, key, always, id, number, null, notAfter, waitMillis, last);
	}

	static ScriptCall storing(LockScript script, String key, Always always, String id, long token, long round) {
		return new ScriptCall(script, key, always, id, token, Long.toString(round), LockStore.NO_LIMIT, 0, UNUSED);
	}

	@Override
	public void run(RedisNode node, Standing<StatefulRedisConnection<String, String>> redis, boolean asked,
			BiConsumer<@Nullable StoreReply, @Nullable Throwable> done) {
		StoreException refusal = (this.script == LockScript.ACQUIRE || this.script == LockScript.SHARE) ? node.refusal()
				: null;
		if (refusal != null) {
			done.accept(null, refusal);
			return;
		}
		Exchange exchange = new Exchange(this, node, redis.server(), done);
		ScriptRun.send(redis.connection(), asked, this.script, exchange, exchange);
	}

	@Override
	public @Nullable Confirmation confirmation(boolean asked, StoreReply reply) {
		if (reply.status() != StoreReply.Status.OWNED) {
			return null;
		}
		String owner = (this.script == LockScript.YIELD) ? this.last : this.id;
		return new Confirmation(new RenewCall(List.of(this.key), this.number,
				List.of(owner, Long.toString(this.number), this.always.retention())), asked);
	}

	// If replicas have not confirmed, the outcome is unknown: the caller asks again under
	// the same id, or gives the lock back at the end of its wait. It is not given back
	// here, because a late release would free what was requested again and confirmed.
	@Override
	public StoreReply confirmed(StoreReply reply, StoreReply said) {
		if (said.status() != StoreReply.Status.OWNED) {
			throw new StoreException(StoreException.Outcome.UNKNOWN, "the lock was lost while waiting for replicas",
					null);
		}
		return reply;
	}

	/**
	 * The script on its way to a node, with what depends on that node.
	 */
	private static final class Exchange
			implements ScriptExchange<StoreReply>, BiConsumer<@Nullable StoreReply, @Nullable Throwable> {

		private final ScriptCall call;

		private final RedisNode node;

		private final ServerIdentity server;

		private final BiConsumer<@Nullable StoreReply, @Nullable Throwable> done;

		private final long cutoff;

		private final long sent;

		Exchange(ScriptCall call, RedisNode node, ServerIdentity server,
				BiConsumer<@Nullable StoreReply, @Nullable Throwable> done) {
			this.call = call;
			this.node = node;
			this.server = server;
			this.done = done;
			this.cutoff = node.cutoff(call.notAfter);
			this.sent = node.nanoTime();
		}

		@Override
		public void write(ScriptArguments to) {
			Always always = this.call.always;
			to.add(1).add(this.call.key);
			int arity = this.call.script.arity();
			for (int i = 0; i < arity; i++) {
				switch (i) {
					case 0 -> to.add(this.call.id);
					case 1 -> to.add(this.call.number);
					case 2 -> to.add((this.call.round != null) ? this.call.round : always.retention());
					case 3 -> to.add(always.block());
					case 4 -> to.add(always.handOffMillis(), this.server.channels());
					case 5 -> to.add(this.cutoff);
					case 6 -> to.add(this.call.waitMillis);
					default -> to.add(this.call.last);
				}
			}
		}

		@Override
		public Output output() {
			return new Output(this.server.runId());
		}

		@Override
		public void accept(@Nullable StoreReply reply, @Nullable Throwable failure) {
			if (reply != null) {
				this.node.observe(this.sent, reply.serverNow());
			}
			this.done.accept(reply, failure);
		}

	}

	/**
	 * The arguments that are the same for all scripts of an instance.
	 */
	record Always(String retention, String block, String handOffMillis) {

		static final Always UNUSED = new Always(ScriptCall.UNUSED, ScriptCall.UNUSED, ScriptCall.UNUSED);

		static Always of(LockSettings settings) {
			return new Always(Long.toString(settings.fenceRetention().toMillis()),
					// one token for the first holder of a turn, one for each handover
					// within the JVM
					Integer.toString(settings.tokensOfATurn()), Long.toString(settings.handOffLease().toMillis()));
		}

	}

	/**
	 * Reads the reply as it arrives: status, server time, first token, last token, lease
	 * left, queue, holder; what is missing at the end is zero.
	 */
	static final class Output extends CommandOutput<String, String, StoreReply> {

		// by their bytes, so that no text is made of a reply
		private static final Map<ByteBuffer, StoreReply.Status> STATUSES = Arrays.stream(StoreReply.Status.values())
			.collect(Collectors.toUnmodifiableMap((status) -> StandardCharsets.US_ASCII.encode(status.name()),
					Function.identity()));

		private static final int HOLDER = 6;

		private static final long[] NONE = new long[7];

		private static final StoreReply NOT_READ = StoreReply.of(StoreReply.Status.FREE, ServerTime.NONE);

		private final String clock;

		private long[] numbers = NONE;

		private int count;

		private StoreReply.Status status = StoreReply.Status.FREE;

		private String holder = "";

		// "clock" is the server whose time the reply has
		Output(String clock) {
			super(StringCodec.UTF8, NOT_READ);
			this.clock = clock;
		}

		@Override
		public void set(ByteBuffer bytes) {
			if (this.count++ == 0) {
				this.status = status(bytes);
			}
			else {
				this.holder = text(bytes);
			}
		}

		@Override
		public void set(long integer) {
			// the holder stands before the last two
			int place = this.count++;
			this.numbers = (this.numbers != NONE) ? this.numbers : new long[NONE.length];
			this.numbers[(place < HOLDER) ? place - 1 : place - 2] = integer;
		}

		@Override
		public void complete(int depth) {
			if (depth == 0) {
				StoreReply reply = new StoreReply(this.status, new ServerTime(this.clock, this.numbers[0]),
						this.numbers[1], this.numbers[2], this.numbers[3], this.numbers[4], this.holder);
				this.output = (this.numbers[5] + this.numbers[6] > 0) ? reply.withSharers(sharers()) : reply;
			}
		}

		private StoreReply.Sharers sharers() {
			String[] words = this.holder.split(" ");
			List<StoreReply.Sharer> some = new ArrayList<>();
			for (int i = 0; i < words.length; i += 2) {
				some.add(new StoreReply.Sharer(words[i], Long.parseLong(words[i + 1])));
			}
			return new StoreReply.Sharers(some, this.numbers[5], this.numbers[6]);
		}

		private static StoreReply.Status status(ByteBuffer bytes) {
			StoreReply.Status status = STATUSES.get(bytes);
			if (status == null) {
				throw new IllegalArgumentException("Not a reply of the lock scripts: " + text(bytes));
			}
			return status;
		}

		private static String text(ByteBuffer bytes) {
			return StandardCharsets.US_ASCII.decode(bytes).toString();
		}

	}

}
