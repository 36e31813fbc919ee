package io.github.lockstarter.autoconfigure;

import java.time.Duration;
import java.util.stream.Stream;

import org.awaitility.Awaitility;
import org.springframework.context.ApplicationContext;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Two applications at one store, which a slow machine may not answer in time.
 */
public final class TwoApplications {

	private static final Duration LONG = Duration.ofSeconds(100);

	private static final LockRequest PATIENT = LockRequest.of("job").waitTime(LONG);

	private TwoApplications() {
	}

	public static void excludeEachOther(ApplicationContext first, ApplicationContext second) {
		LockOperations here = first.getBean(LockOperations.class);
		LockOperations there = second.getBean(LockOperations.class);
		here.executeWithoutResult(PATIENT,
				(lease) -> Awaitility.await()
					.ignoreExceptionsInstanceOf(LockUnavailableException.class)
					.until(() -> there.tryAcquire(PATIENT.noWait()).isEmpty()));
		try (Lease free = there.acquire(PATIENT)) {
			assertThat(free.isHeld()).isTrue();
		}
	}

	/**
	 * Nor under other names, if there are any.
	 */
	public static void shareNoLock(ApplicationContext first, ApplicationContext second, String... names) {
		Stream.concat(Stream.of("job"), Stream.of(names))
			.forEach((name) -> first.getBean(LockOperations.class)
				.executeWithoutResult(LockRequest.of(name).waitTime(LONG),
						(lease) -> second.getBean(LockOperations.class).acquire(PATIENT).close()));
	}

}
