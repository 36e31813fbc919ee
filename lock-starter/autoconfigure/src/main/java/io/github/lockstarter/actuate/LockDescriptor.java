package io.github.lockstarter.actuate;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockMode;

/**
 * A lock as the store saw it. A free lock has no other values than its name.
 *
 * @param name the full lock name
 * @param held whether the lock is held
 * @param holder the label of the (first) holder
 * @param here whether a caller of the instance that was asked is among the holders
 * @param fencingToken the fencing token by which the lock can be taken away
 * @param remainingMillis the rest of the (longest) lease, in milliseconds
 * @param waiters the number of requests that wait in the store
 * @param mode READ if the lock is held by readers, WRITE if it is held exclusively or by
 * permits
 * @param holders the holders, at most {@value LockInfo#MOST_HOLDERS}, each with the
 * fencing token by which the lock can be taken away; readers share one
 * @param holderCount the number of all holders
 */
public record LockDescriptor(String name, boolean held, @Nullable String holder, @Nullable Boolean here,
		@Nullable Long fencingToken, @Nullable Long remainingMillis, @Nullable Integer waiters, @Nullable LockMode mode,
		@Nullable List<LockInfo.Holder> holders, @Nullable Integer holderCount) implements OperationResponseBody {

	static LockDescriptor free(String name) {
		return new LockDescriptor(name, false, null, null, null, null, null, null, null, null);
	}

	static LockDescriptor of(LockInfo lock, boolean here) {
		return new LockDescriptor(lock.name(), true, lock.holder(), here, lock.fencingToken(),
				lock.remaining().toMillis(), lock.waiters(), lock.mode(), lock.holders(), lock.holderCount());
	}

}
