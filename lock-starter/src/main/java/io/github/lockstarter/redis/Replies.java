package io.github.lockstarter.redis;

import java.util.List;
import java.util.Locale;

import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisReadOnlyException;

import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.text.LoggedText;

/**
 * Reads what Redis sends beside the replies of the scripts: messages and errors.
 */
final class Replies {

	// kind, id, now, first token, last token, milliseconds, key: the key may hold spaces
	private static final int MESSAGE_PARTS = 7;

	// Errors that stay until an administrator or a developer has changed something.
	// Inside a script a missing right is no NOPERM: up to Redis 7.0 the text begins with
	// the user, from 7.2 on and in Valkey with the ACL. Nor is a missing command.
	private static final List<String> LASTING = List.of("NOPERM", "WRONGTYPE", "NOAUTH", "WRONGPASS",
			"ERR unknown command", "The user executing the script", "ACL failure in script",
			"Unknown Redis command called from", "Unknown command called from");

	/**
	 * Why a connection is replaced that leads to a server that was the master.
	 */
	static final String NO_MASTER = "the server has become a replica";

	private static final List<String> OF_CLUSTER = List.of("CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "READONLY");

	private Replies() {
	}

	/**
	 * Reads a message of the push channel.
	 * @param clock whose time the message has
	 * @throws IllegalArgumentException if it is none of ours
	 */
	static PushMessage handOff(String message, String clock) {
		String[] parts = message.split(" ", MESSAGE_PARTS);
		if (parts.length != MESSAGE_PARTS) {
			throw new IllegalArgumentException("Not a message of the locks: " + LoggedText.of(message));
		}
		return new PushMessage(PushMessage.Kind.valueOf(parts[0].toUpperCase(Locale.ROOT)), parts[1],
				new ServerTime(clock, Long.parseLong(parts[2])), Long.parseLong(parts[3]), Long.parseLong(parts[4]),
				Long.parseLong(parts[5]), parts[6]);
	}

	/**
	 * What the failure of a command says about it. An error of a script may come after
	 * some of its writes: its outcome is unknown too.
	 */
	static StoreException failure(Throwable failure) {
		if (failure instanceof StoreException known) {
			return known;
		}
		String message = (failure.getMessage() != null) ? failure.getMessage() : failure.getClass().getSimpleName();
		boolean lasting = failure instanceof RedisCommandExecutionException
				&& LASTING.stream().anyMatch((prefix) -> message.startsWith(prefix) || message.contains(" " + prefix));
		return new StoreException(lasting ? Outcome.REJECTED : Outcome.UNKNOWN, message, failure);
	}

	/**
	 * Whether a node of a cluster could not serve a command because of the cluster.
	 */
	static boolean isOfCluster(Throwable failure) {
		String message = String.valueOf(failure.getMessage());
		return OF_CLUSTER.stream().anyMatch(message::startsWith);
	}

	/**
	 * Whether the server has become a replica: another one is the master now.
	 */
	static boolean isReadOnly(Throwable failure) {
		return failure instanceof RedisReadOnlyException || (failure instanceof RedisCommandExecutionException
				&& String.valueOf(failure.getMessage()).contains("READONLY"));
	}

}
