package io.github.lockstarter.jdbc;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockTemplate;

/**
 * Eight callers of one instance that ask for a lock each in the same moment.
 */
final class SimultaneousCalls {

	private static final int CALLERS = 8;

	private SimultaneousCalls() {
	}

	/**
	 * Makes the calls.
	 * @param locks the instance
	 * @param waitTime how long each of them waits
	 * @return what the calls that failed have thrown
	 */
	static List<String> failures(LockTemplate locks, Duration waitTime) throws Exception {
		ExecutorService threads = Executors.newFixedThreadPool(CALLERS);
		CountDownLatch begin = new CountDownLatch(1);
		List<Future<Long>> calls = new ArrayList<>();
		List<String> failures = new ArrayList<>();
		try {
			for (int i = 0; i < CALLERS; i++) {
				LockRequest request = LockRequest.of("nightly:" + i).waitTime(waitTime);
				calls.add(threads.submit(() -> {
					begin.await();
					return locks.execute(request, Lease::fencingToken);
				}));
			}
			begin.countDown();
			for (Future<Long> call : calls) {
				try {
					call.get(2, TimeUnit.MINUTES);
				}
				catch (ExecutionException ex) {
					failures.add(String.valueOf(ex.getCause()));
				}
			}
		}
		finally {
			threads.shutdownNow();
		}
		return failures;
	}

}
