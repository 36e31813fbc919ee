package io.github.lockstarter.redis.script;

import java.nio.charset.StandardCharsets;
import java.util.Locale;

import io.lettuce.core.codec.Base16;
import io.lettuce.core.protocol.CommandType;

/**
 * The scripts, each in a file of its name beside this class. They share one order of
 * arguments, of which each takes the first {@link #arity()}: id, lease or minimum hold in
 * milliseconds, fence retention, block of tokens, hand-off lease and channel prefix
 * (separated by a space), cutoff, wait, and one more that each script defines. They share
 * one shape of reply: status, server time, first token, last token, lease left in
 * milliseconds, queue, and optionally the holder, and those who share the lock. Only
 * {@link #RENEW} takes many locks; its reply names only the locks without the lease that
 * was asked for.
 */
public enum LockScript {

	/**
	 * Acquires a free lock, or queues. The last argument is 1 if the caller has had a
	 * place in the queue before.
	 */
	ACQUIRE(8),

	/**
	 * Acquires a share of a lock, or queues. The last argument is, 1 or 0, whether the
	 * caller has had a place in the queue before, and with a space between how many may
	 * share the lock, 0 for any number.
	 */
	SHARE(8),

	/**
	 * Extends held leases. The id of each further lock follows the three arguments of the
	 * first; the lease is the same. Then may follow the earliest end of the leases by the
	 * server's clock, and for each lock how much later its own is.
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
	 * Takes a lock from its owner.
	 */
	FORCE(5),

	/**
	 * Describes the holders of a lock.
	 */
	DESCRIBE(0),

	/**
	 * Sends its caller a message, to test the subscription.
	 */
	PROBE(5),

	/**
	 * Acquires a free lock on one node of a quorum, or waits to be woken. The last
	 * argument is the round, the least token and, 1 or 0, whether the caller has had a
	 * place in the queue, with spaces between.
	 */
	PROPOSE(8),

	/**
	 * Stores a token on one node of a quorum. The second argument is the token, the third
	 * one the round.
	 */
	RAISE(4),

	/**
	 * Gives up on one node of a quorum. The last argument is the latest round that is
	 * given up, or {@code end}, and after a space the least token that a waiter is
	 * handed.
	 */
	WITHDRAW(8),

	/**
	 * Reports the longest lease of an instance to one node of a quorum, and returns the
	 * longest of all instances.
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
	 * How many arguments it takes for one lock.
	 * @return the number of ARGV
	 */
	public int arity() {
		return this.arity;
	}

	/**
	 * The text with its includes.
	 * @return what EVAL gets
	 */
	public String text() {
		return this.text;
	}

	/**
	 * The SHA-1 of the text.
	 * @return what EVALSHA gets
	 */
	public String digest() {
		return this.digest;
	}

	/**
	 * EVAL and the text, as sent to a server that does not know the script.
	 */
	byte[] withText() {
		return this.withText;
	}

	/**
	 * EVALSHA and the digest, as sent to the server.
	 */
	byte[] withDigest() {
		return this.withDigest;
	}

}
