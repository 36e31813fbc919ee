package io.github.lockstarter.redis;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

import io.lettuce.core.codec.StringCodec;
import io.lettuce.core.output.CommandOutput;

import io.github.lockstarter.core.Grant;

/**
 * Reads the reply of a script as it arrives: status, server time, first token, last
 * token, lease left, queue, holder. What is left out at the end is zero.
 */
final class GrantOutput extends CommandOutput<String, String, Grant> {

	private static final Grant.Status[] STATUSES = Grant.Status.values();

	private final long[] numbers = new long[5];

	private int count;

	private Grant.Status status = Grant.Status.FREE;

	private String holder = "";

	GrantOutput() {
		super(StringCodec.UTF8, new Grant(Grant.Status.FREE, 0, 0, 0, 0, 0, ""));
	}

	@Override
	public void set(ByteBuffer bytes) {
		String text = StandardCharsets.US_ASCII.decode(bytes).toString();
		if (this.count++ == 0) {
			this.status = status(text);
		}
		else {
			this.holder = text;
		}
	}

	@Override
	public void set(long integer) {
		this.numbers[this.count++ - 1] = integer;
	}

	@Override
	public void complete(int depth) {
		if (depth == 0) {
			this.output = new Grant(this.status, this.numbers[0], this.numbers[1], this.numbers[2], this.numbers[3],
					this.numbers[4], this.holder);
		}
	}

	private static Grant.Status status(String text) {
		for (Grant.Status known : STATUSES) {
			if (known.name().equals(text)) {
				return known;
			}
		}
		throw new IllegalArgumentException("Not a reply of the lock scripts: " + text);
	}

}
