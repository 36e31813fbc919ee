package io.github.lockstarter.zookeeper;

import java.util.EnumSet;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CompletionStage;
import java.util.function.Supplier;

import org.apache.zookeeper.KeeperException;
import org.apache.zookeeper.KeeperException.Code;

import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;

/**
 * Classifies ZooKeeper's errors.
 */
final class ZooKeeperErrors {

	// These stay until an administrator changes something.
	private static final Set<Code> FINAL = EnumSet.of(Code.NOAUTH, Code.AUTHFAILED, Code.INVALIDACL, Code.BADARGUMENTS,
			Code.UNIMPLEMENTED, Code.NOCHILDRENFOREPHEMERALS, Code.QUOTAEXCEEDED, Code.SESSIONCLOSEDREQUIRESASLAUTH);

	private ZooKeeperErrors() {
	}

	static Code code(Throwable failure) {
		return (cause(failure) instanceof KeeperException error) ? error.code() : Code.SYSTEMERROR;
	}

	static <T> CompletionStage<T> told(CompletionStage<T> request, Supplier<String> trouble) {
		return request.exceptionally((failure) -> {
			throw exception(failure, trouble);
		});
	}

	private static StoreException exception(Throwable failure, Supplier<String> trouble) {
		Throwable cause = cause(failure);
		if (cause instanceof StoreException known) {
			return known;
		}
		if (cause instanceof Handle.NoConnectionException) {
			return new StoreException(Outcome.NOT_SENT, trouble.get(), null);
		}
		if (cause instanceof KeeperException error) {
			return new StoreException(FINAL.contains(error.code()) ? Outcome.REJECTED : Outcome.UNKNOWN,
					String.valueOf(error.getMessage()), error);
		}
		return new StoreException(Outcome.UNKNOWN, String.valueOf(cause), cause);
	}

	static String text(Throwable failure) {
		return String.valueOf(cause(failure).getMessage());
	}

	private static Throwable cause(Throwable failure) {
		return (failure instanceof CompletionException && failure.getCause() != null) ? failure.getCause() : failure;
	}

}
