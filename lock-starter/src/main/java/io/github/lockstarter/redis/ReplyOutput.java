package io.github.lockstarter.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;

import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreReply;

/**
 * Reads the reply of a script as it arrives: status, server time, first token, last
 * token, lease left, queue, holder. What is left out at the end is zero.
 */
final class ReplyOutput extends CommandOutput<String, String, StoreReply> {

	// By their bytes, so that a reply is read without making a text of it.
	private static final Map<ByteBuffer, StoreReply.Status> STATUSES = Arrays.stream(StoreReply.Status.values())
		.collect(Collectors.toUnmodifiableMap((status) -> StandardCharsets.US_ASCII.encode(status.name()),
				Function.identity()));

	private static final StoreReply NOT_READ = StoreReply.of(StoreReply.Status.FREE, ServerTime.NONE);

	private final String clock;

	private final long[] numbers = new long[5];

	private int count;

	private StoreReply.Status status = StoreReply.Status.FREE;

	private String holder = "";

	/**
	 * Creates a reader.
	 * @param clock whose time the reply has
	 */
	ReplyOutput(String clock) {
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
		this.numbers[this.count++ - 1] = integer;
	}

	@Override
	public void complete(int depth) {
		if (depth == 0) {
			this.output = new StoreReply(this.status, new ServerTime(this.clock, this.numbers[0]), this.numbers[1],
					this.numbers[2], this.numbers[3], this.numbers[4], this.holder);
		}
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
