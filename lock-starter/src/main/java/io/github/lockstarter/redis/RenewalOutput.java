package io.github.lockstarter.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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
 * lock the lease left, zero if it is lost, or the error that it gave.
 */
final class RenewalOutput extends CommandOutput<String, String, List<CompletionStage<StoreReply>>> {

	private final String clock;

	private ServerTime time = ServerTime.NONE;

	private boolean first = true;

	/**
	 * Creates a reader.
	 * @param clock whose time the reply has
	 */
	RenewalOutput(String clock) {
		super(StringCodec.UTF8, new ArrayList<>());
		this.clock = clock;
	}

	@Override
	public void set(long integer) {
		if (this.first) {
			this.time = new ServerTime(this.clock, integer);
			this.first = false;
		}
		else {
			StoreReply.Status status = (integer > 0) ? StoreReply.Status.OWNED : StoreReply.Status.LOST;
			this.output.add(CompletableFuture.completedStage(new StoreReply(status, this.time, 0, 0, integer, 0, "")));
		}
	}

	@Override
	public void set(ByteBuffer error) {
		String message = StandardCharsets.UTF_8.decode(error).toString();
		this.output
			.add(CompletableFuture.failedStage(new StoreException(StoreException.Outcome.UNKNOWN, message, null)));
	}

}
