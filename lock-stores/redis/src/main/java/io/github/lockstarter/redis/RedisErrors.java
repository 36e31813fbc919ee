package io.github.lockstarter.redis;

import java.util.List;

import io.lettuce.core.RedisBusyException;
import io.lettuce.core.RedisCommandExecutionException;
import io.lettuce.core.RedisLoadingException;
import io.lettuce.core.RedisReadOnlyException;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * What an error of Redis means for the command.
 */
final class RedisErrors {

	// Errors that stay until an administrator or a developer changes something. Inside a
	// script a missing right is no NOPERM: up to Redis 7.0 the text begins with the user,
	// from 7.2 on and in Valkey with the ACL. The same goes for a missing command.
	private static final List<String> LASTING = List.of("NOPERM", "WRONGTYPE", "NOAUTH", "WRONGPASS",
			"ERR unknown command", "The user executing the script", "ACL failure in script",
			"Unknown Redis command called from", "Unknown command called from");

	static final String NO_MASTER = "the server has become a replica";

	private static final List<String> OF_CLUSTER = List.of("CLUSTERDOWN", "TRYAGAIN", "MOVED", "ASK", "READONLY");

	// temporary errors of a server or a user, whatever the keys are
	private static final List<String> OF_ANY_KEYS = List.of("LOADING", "BUSY", "MASTERDOWN", "READONLY", "NOREPLICAS",
			"MISCONF", "NOAUTH", "CLUSTERDOWN", "permissions to run", "can't run this command");

	private static final List<String> OF_SLOTS = List.of("CROSSSLOT", "same slot");

	private RedisErrors() {
	}

	// A script may fail after some of its writes: its outcome is unknown, too.
	static StoreException failure(Throwable failure) {
		if (failure instanceof StoreException known) {
			return known;
		}
		String message = (failure.getMessage() != null) ? failure.getMessage() : failure.getClass().getSimpleName();
		boolean lasting = failure instanceof RedisCommandExecutionException
				&& LASTING.stream().anyMatch((prefix) -> message.startsWith(prefix) || message.contains(" " + prefix));
		return new StoreException(lasting ? Outcome.REJECTED : Outcome.UNKNOWN, message, failure);
	}

	// the server has answered and would answer the same again
	static boolean isLastWord(Throwable failure) {
		return failure instanceof RedisCommandExecutionException && !(failure instanceof RedisLoadingException)
				&& !(failure instanceof RedisBusyException);
	}

	static boolean isOfCluster(Throwable failure) {
		String message = String.valueOf(failure.getMessage());
		return OF_CLUSTER.stream().anyMatch(message::startsWith);
	}

	// another server is the master now
	static boolean isReadOnly(Throwable failure) {
		return failure instanceof RedisReadOnlyException || (failure instanceof RedisCommandExecutionException
				&& String.valueOf(failure.getMessage()).contains("READONLY"));
	}

	// the server may execute the command for each of its keys alone
	static boolean mayBeOfTheKeys(Throwable failure) {
		String message = String.valueOf(failure.getMessage());
		return failure instanceof RedisCommandExecutionException && OF_ANY_KEYS.stream().noneMatch(message::contains);
	}

	static boolean isOfSlots(Throwable failure) {
		String message = String.valueOf(failure.getMessage());
		return OF_SLOTS.stream().anyMatch(message::contains);
	}

}
