package io.github.lockstarter.concurrent;

import java.lang.ref.WeakReference;
import java.lang.reflect.Proxy;
import java.util.Optional;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What locks keep of threads.
 */
@Timeout(120)
class LeaseLocksTests {

	private final LeaseLocks locks = new LeaseLocks(proxy(LockOperations.class, this::grant));

	private volatile WeakReference<Lease> granted;

	@Test
	void leaseOfAThreadThatHasEndedIsNotKeptForEver() throws Exception {
		Thread ending = new Thread(lock("ending")::lock);
		ending.start();
		ending.join();
		WeakReference<Lease> ended = this.granted;
		for (int i = 0; i < 100; i++) {
			lock("lock" + i).lock();
		}
		for (int i = 0; i < 200 && !ended.refersTo(null); i++) {
			System.gc();
		}
		assertThat(ended.refersTo(null)).isTrue();
		for (int i = 0; i < 100; i++) {
			assertThat(lock("lock" + i).getHoldCount()).isEqualTo(1);
		}
	}

	private LeaseLock lock(String name) {
		return this.locks.lock(LockRequest.of(name));
	}

	private Optional<Lease> grant() {
		Lease lease = proxy(Lease.class, () -> null);
		this.granted = new WeakReference<>(lease);
		return Optional.of(lease);
	}

	private static <T> T proxy(Class<T> type, Supplier<Object> answer) {
		return type.cast(Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] { type },
				(proxy, method, arguments) -> answer.get()));
	}

}
