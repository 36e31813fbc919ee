package io.github.lockstarter.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;

import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreReply;

/**
 * Reads the reply to a renewal of many locks as it arrives: server time, then for each
 * lock that has not got just the lease that was asked for its place and the lease left,
 * zero if it is lost, or the error that it gave.
 */
final class RenewalOutput extends CommandOutput<String, String, List<CompletionStage<StoreReply>>> {

	private final String clock;

	private final int locks;

	private final long leaseMillis;

	private ServerTime time = ServerTime.NONE;

	// counts from one; zero before it is read
	private int place;

	/**
	 * Creates a reader.
	 * @param clock whose time the reply has
	 * @param locks how many were to be renewed
	 * @param leaseMillis for how long
	 */
	RenewalOutput(String clock, int locks, long leaseMillis) {
		super(StringCodec.UTF8, new ArrayList<>(locks));
		this.clock = clock;
		this.locks = locks;
		this.leaseMillis = leaseMillis;
	}

	@Override
	public void set(long integer) {
		if (this.output.isEmpty()) {
			this.time = new ServerTime(this.clock, integer);
			this.output.addAll(Collections.nCopies(this.locks, lasts(this.leaseMillis)));
		}
		else if (this.place == 0) {
			this.place = (int) integer;
		}
		else {
			say(lasts(integer));
		}
	}

	@Override
	public void set(ByteBuffer error) {
		String message = StandardCharsets.UTF_8.decode(error).toString();
		say(CompletableFuture.failedFuture(new StoreException(StoreException.Outcome.UNKNOWN, message, null)));
	}

	private CompletableFuture<StoreReply> lasts(long millis) {
		StoreReply.Status status = (millis > 0) ? StoreReply.Status.OWNED : StoreReply.Status.LOST;
		return CompletableFuture.completedFuture(StoreReply.of(status, this.time).withLease(millis));
	}

	private void say(CompletableFuture<StoreReply> answer) {
		this.output.set(this.place - 1, answer);
		this.place = 0;
	}

}
