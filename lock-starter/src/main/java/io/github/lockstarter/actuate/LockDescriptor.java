package io.github.lockstarter.actuate;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.github.lockstarter.LockInfo;

/**
 * One lock, as the store saw it when it was asked. What a free lock does not have is left
 * out.
 *
 * @param name the full lock name
 * @param held whether anybody holds it
 * @param holder the label of the holder
 * @param here whether it is a caller of the instance that was asked
 * @param fencingToken the fencing token with which it can be taken away
 * @param remainingMillis what is left of the lease, in milliseconds
 * @param waiters how many requests wait in the store
 */
public record LockDescriptor(String name, boolean held, @Nullable String holder, @Nullable Boolean here,
		@Nullable Long fencingToken, @Nullable Long remainingMillis,
		@Nullable Integer waiters) implements OperationResponseBody {

	static LockDescriptor free(String name) {
		return new LockDescriptor(name, false, null, null, null, null, null);
	}

	static LockDescriptor of(LockInfo lock, boolean here) {
		return new LockDescriptor(lock.name(), true, lock.holder(), here, lock.fencingToken(),
				lock.remaining().toMillis(), lock.waiters());
	}

}
