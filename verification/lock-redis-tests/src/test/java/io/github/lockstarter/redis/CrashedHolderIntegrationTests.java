package io.github.lockstarter.redis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.time.Duration;
import java.time.Instant;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.ShortJvm;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A holder in another JVM that is killed with SIGKILL.
 */
// waits for a real lease of a killed JVM; the contract of the store has the rule
@Tag("slow")
@Timeout(300)
class CrashedHolderIntegrationTests {

	private final String name = "crash:" + UUID.randomUUID();

	@Test
	void waiterGetsTheLockWhenTheLeaseOfTheKilledHolderEnds() throws Exception {
		Process holder = holder();
		try (LockInstance waiting = LockInstance.on(TestRedis.shared())) {
			long token = token(holder);
			CompletableFuture<Lease> waiter = CompletableFuture.supplyAsync(
					() -> waiting.locks().acquire(LockRequest.of(this.name).waitTime(Duration.ofSeconds(110))));
			waiting.awaitWaiters(this.name, 1);
			Instant end = waiting.locks().describe(this.name).map(CrashedHolderIntegrationTests::endOf).orElseThrow();
			Awaitility.await()
				.until(() -> waiting.locks()
					.describe(this.name)
					.filter((lock) -> endOf(lock).isAfter(end.plusSeconds(1)))
					.isPresent());
			assertThat(waiter).as("the holder renews").isNotDone();
			assertThat(holder.destroyForcibly().waitFor()).as("killed").isEqualTo(128 + 9);
			assertThat(waiting.locks().describe(this.name)).as("still leased").isPresent();
			Lease lease = waiter.get(120, TimeUnit.SECONDS);
			assertThat(lease.fencingToken()).isGreaterThan(token);
			lease.close();
		}
		finally {
			holder.destroyForcibly();
		}
	}

	private static Instant endOf(LockInfo lock) {
		return Instant.now().plus(lock.remaining());
	}

	private Process holder() throws IOException {
		return new ProcessBuilder(
				ShortJvm.command("-Xmx128m", "-cp", System.getProperty("java.class.path"), HoldingJvm.class.getName(),
						TestRedis.shared().host(), Integer.toString(TestRedis.shared().port()), this.name))
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
	}

	private static long token(Process holder) throws IOException {
		BufferedReader output = new BufferedReader(new InputStreamReader(holder.getInputStream()));
		for (String line = output.readLine(); line != null; line = output.readLine()) {
			if (line.startsWith("token ")) {
				return Long.parseLong(line.substring("token ".length()));
			}
		}
		throw new AssertionError("The holder has ended early");
	}

}
