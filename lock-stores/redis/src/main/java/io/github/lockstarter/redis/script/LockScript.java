package io.github.lockstarter.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import io.lettuce.core.codec.Base16;
import io.lettuce.core.protocol.CommandType;

/**
 * The scripts, each in a file of its name beside this class. They share one order of
 * arguments, of which each takes the first {@link #arity()}: id, lease or minimum hold in
 * milliseconds, fence retention, block of tokens, hand-off lease and channel prefix
 * (separated by a space), cutoff, wait, and one that differs between scripts. They share
 * one form of reply: status, server time, first token, last token, lease left in
 * milliseconds, queue, and optionally the holder and the sharers. Only {@link #RENEW}
 * takes many locks, and replies only about leases that differ from the request.
 */
public enum LockScript {

	/**
	 * Acquires a free lock, or queues. The last argument is 1 if the caller was queued
	 * before.
	 */
	ACQUIRE(8),

	/**
	 * Acquires a share of a lock, or queues. The last argument is 1 or 0, for whether the
	 * caller was queued before, a space, and the maximum number of sharers, 0 for any
	 * number.
	 */
	SHARE(8),

	/**
	 * Extends leases, all to the same length. The id of each further lock follows the
	 * three arguments of the first. Optionally the earliest end of the leases by the
	 * server's clock follows, and how much later each one ends.
	 */
	RENEW(3),

	/**
	 * Releases a lock.
	 */
	RELEASE(5),

	/**
	 * Gives up waiting.
	 */
	CANCEL(6),

	/**
	 * Ends the turn of one JVM. The last argument is the id of the next owner.
	 */
	YIELD(8),

	/**
	 * Releases a lock by force.
	 */
	FORCE(5),

	/**
	 * Describes the holder of a lock.
	 */
	DESCRIBE(0),

	/**
	 * Sends a message to its caller.
	 */
	PROBE(5),

	/**
	 * Acquires a free lock on one node of a quorum, or queues. The last argument is the
	 * round, the least token, and 1 or 0 for whether the caller was queued before,
	 * separated by spaces.
	 */
	PROPOSE(8),

	/**
	 * Stores a token on one node of a quorum. The second argument is the token, the third
	 * is the round.
	 */
	RAISE(4),

	/**
	 * Gives up on one node of a quorum. The last argument is the latest round to give up,
	 * or {@code end}, optionally followed by a space and the least token that a waiter is
	 * handed.
	 */
	WITHDRAW(8),

	/**
	 * Reports the longest lease to one node of a quorum, and reads the longest of all.
	 */
	LONGEST(2);

	private final int arity;

	private final String text;

	private final String digest;

	private final byte[] withText;

	private final byte[] withDigest;

	LockScript(int arity) {
		this.arity = arity;
		this.text = ScriptFile.read(fileName());
		this.digest = Base16.digest(this.text.getBytes(StandardCharsets.UTF_8));
		this.withText = ScriptArguments.first(CommandType.EVAL, this.text);
		this.withDigest = ScriptArguments.first(CommandType.EVALSHA, this.digest);
	}

	/**
	 * The file of the script, beside this class.
	 * @return its name
	 */
	public String fileName() {
		return name().toLowerCase(Locale.ROOT) + ".lua";
	}

	/**
	 * The number of arguments for one lock.
	 * @return the number of ARGV
	 */
	public int arity() {
		return this.arity;
	}

	/**
	 * The text with its includes.
	 * @return the text for EVAL
	 */
	public String text() {
		return this.text;
	}

	/**
	 * The SHA-1 of the text.
	 * @return the digest for EVALSHA
	 */
	public String digest() {
		return this.digest;
	}

	byte[] withText() {
		return this.withText;
	}

	byte[] withDigest() {
		return this.withDigest;
	}

}
