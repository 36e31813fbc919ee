package io.github.lockstarter.etcd;

import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.session.http.HttpClients;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.test.FaultProxy;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A firewall between the instance and etcd forgets connections.
 */
@Timeout(120)
class HttpPoolTests {

	private static final String READ = "kv/range";

	private static final String BODY = Requests.count("any");

	private static final Duration LONG = Duration.ofSeconds(60);

	private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();

	private final AtomicLong passedNanos = new AtomicLong();

	private final TestGateway etcd = new TestGateway(new EtcdModel());

	private final FaultProxy firewall = FaultProxy.to("127.0.0.1", URI.create(this.etcd.endpoint()).getPort());

	private Gateway gateway = gateway(LONG);

	@AfterEach
	void stop() {
		this.gateway.close();
		this.timers.shutdownNow();
		this.firewall.close();
		this.etcd.close();
	}

	@Test
	void connectionThatWasQuietForLongIsNotUsed() {
		burst();
		pass(Duration.ofSeconds(16));
		this.firewall.forget();
		for (int i = 0; i < Gateway.MOST_AT_ONCE; i++) {
			assertThat(ask()).succeedsWithin(LONG);
		}
		burst();
	}

	@Test
	void oneSilenceIsEnoughHoweverManyConnectionsAreDead() {
		this.gateway = gateway(Duration.ofSeconds(3));
		burst();
		this.firewall.forget();
		assertThat(ask()).failsWithin(LONG).withThrowableThat().withMessageContaining("no answer within 3000ms");
		for (int i = 0; i < Gateway.MOST_AT_ONCE; i++) {
			assertThat(ask()).succeedsWithin(LONG);
		}
	}

	@Test
	void connectionInUseIsKept() {
		burst();
		assertThat(this.firewall.forget()).isEqualTo(Gateway.MOST_AT_ONCE);
		pass(Duration.ofSeconds(16));
		for (int i = 0; i < 10; i++) {
			assertThat(ask()).succeedsWithin(LONG);
			pass(Duration.ofSeconds(6));
		}
		assertThat(this.firewall.forget()).as("one more, or a few if the former is not free yet")
			.isLessThan(Gateway.MOST_AT_ONCE + 10);
	}

	private Gateway gateway(Duration patience) {
		return new Gateway(
				new EtcdSettings(List.of("http://127.0.0.1:" + this.firewall.port()), Duration.ofSeconds(30)),
				() -> new Credentials(null, null), patience, this.timers,
				() -> new Moment(System.nanoTime() + this.passedNanos.get(), System.currentTimeMillis()),
				HttpClients.OF_THE_JDK);
	}

	private void pass(Duration time) {
		this.passedNanos.addAndGet(time.toNanos());
	}

	/**
	 * As many requests at once as there may be, each on a connection of its own.
	 */
	private void burst() {
		this.etcd.hold();
		List<CompletableFuture<Json>> answers = new ArrayList<>();
		int before = this.etcd.paths().size();
		for (int i = 0; i < Gateway.MOST_AT_ONCE; i++) {
			answers.add(ask());
		}
		Awaitility.await().until(() -> this.etcd.paths().size() == before + Gateway.MOST_AT_ONCE);
		this.etcd.letGo();
		answers.forEach((answer) -> answer.orTimeout(120, TimeUnit.SECONDS).join());
	}

	private CompletableFuture<Json> ask() {
		return this.gateway.ask(READ, () -> BODY);
	}

}
