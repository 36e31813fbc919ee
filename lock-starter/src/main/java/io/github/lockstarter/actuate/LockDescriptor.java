package io.github.lockstarter.actuate;

import java.util.List;

import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.OperationResponseBody;

import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockMode;

/**
 * One lock, as the store saw it when it was asked. What a free lock does not have is left
 * out.
 *
 * @param name the full lock name
 * @param held whether anybody holds it
 * @param holder the label of the holder, of several the first one's
 * @param here whether a caller of the instance that was asked is among the holders
 * @param fencingToken the fencing token with which it can be taken away
 * @param remainingMillis what is left of the lease, of several of the longest, in
 * milliseconds
 * @param waiters how many requests wait in the store
 * @param mode READ where at least one reads; WRITE for one alone, and for permits
 * @param holders who holds it, at most {@value LockInfo#MOST_HOLDERS}, each with the
 * fencing token with which it can be taken away: readers have one together
 * @param holderCount how many hold it
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
