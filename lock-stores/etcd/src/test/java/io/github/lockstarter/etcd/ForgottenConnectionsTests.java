package io.github.lockstarter.etcd;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.test.FaultProxy;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A lock that is held while a proxy forgets the connections of a burst. The session has
 * to be kept alive several times.
 */
@Tag("slow")
@Timeout(180)
class ForgottenConnectionsTests {

	private static final Duration SESSION = Duration.ofSeconds(6);

	private static final int CALLERS = 24;

	private final TestGateway etcd = new TestGateway(new EtcdModel());

	private final FaultProxy proxy = FaultProxy.to("127.0.0.1", URI.create(this.etcd.endpoint()).getPort());

	private final ExecutorService threads = Executors.newFixedThreadPool(CALLERS);

	private final LockTemplate locks = TestInstance.of(SESSION, "http://127.0.0.1:" + this.proxy.port()).locks();

	@AfterEach
	void stop() {
		this.threads.shutdownNow();
		this.locks.stop();
		this.proxy.close();
		this.etcd.close();
	}

	@Test
	void costNoHeldLock() {
		this.locks.start();
		List<CompletableFuture<?>> burst = new ArrayList<>();
		for (int i = 0; i < CALLERS; i++) {
			LockRequest request = LockRequest.of("burst:" + i);
			burst.add(CompletableFuture.supplyAsync(() -> this.locks.execute(request, Lease::fencingToken),
					this.threads));
		}
		burst.forEach((call) -> call.orTimeout(120, TimeUnit.SECONDS).join());
		this.proxy.forgetAfter(Duration.ofSeconds(2));
		try (Lease lease = this.locks.acquire(LockRequest.of("held"))) {
			long begin = System.nanoTime();
			Awaitility.await().until(() -> !lease.isHeld() || System.nanoTime() - begin > 3 * SESSION.toNanos());
			assertThat(lease.isHeld()).isTrue();
		}
		assertThat(this.proxy.affected()).as("connections that were forgotten").isPositive();
	}

}
