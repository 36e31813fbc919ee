package io.github.lockstarter.consul;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicLong;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.core.LeaseEnd;
import io.github.lockstarter.core.LockTemplate;
import io.github.lockstarter.store.StoreState.Condition;
import io.github.lockstarter.test.ConsulMembers;
import io.github.lockstarter.test.FaultProxy;
import io.github.lockstarter.test.FaultProxy.Flow;
import io.github.lockstarter.test.TestConsul;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * Three real servers, some of which fail, and applications that are cut off from them or
 * paused. Elections and sessions take seconds.
 */
@Tag("slow")
@Timeout(180)
class ConsulClusterTests {

	private static final Duration SESSION = Duration.ofSeconds(4);

	private static ConsulMembers cluster;

	private final List<LockTemplate> applications = new ArrayList<>();

	private final List<FaultProxy> proxies = new ArrayList<>();

	private final String name = "cluster:" + System.nanoTime();

	@BeforeAll
	static void begin() {
		cluster = TestConsul.start(3);
		Awaitility.await().until(() -> cluster.leader() >= 0);
	}

	@AfterAll
	static void end() {
		if (cluster != null) {
			cluster.close();
		}
	}

	@AfterEach
	void stop() {
		this.proxies.forEach((proxy) -> flow(proxy, Flow.PASS));
		this.applications.forEach(LockTemplate::stop);
		this.proxies.forEach(FaultProxy::close);
	}

	private LockTemplate application(List<String> endpoints, Duration session) {
		LockTemplate locks = TestInstance.of(session, endpoints.toArray(String[]::new)).locks();
		this.applications.add(locks);
		locks.start();
		return locks;
	}

	private List<String> throughProxies() {
		cluster.ports().forEach((port) -> this.proxies.add(FaultProxy.to("127.0.0.1", port)));
		return this.proxies.stream().map((proxy) -> "http://127.0.0.1:" + proxy.port()).toList();
	}

	private static void flow(FaultProxy proxy, Flow flow) {
		proxy.newConnections(flow);
		proxy.requests(flow);
		proxy.replies(flow);
	}

	@Test
	void holderThatIsCutOffHasLostTheLockBeforeTheNextHasIt() {
		LockTemplate holder = application(throughProxies(), SESSION);
		LockTemplate next = application(cluster.endpoints(), SESSION);
		Lease lease = holder.acquire(LockRequest.of(this.name));
		AtomicLong lost = new AtomicLong();
		lease.onLost(() -> lost.set(System.nanoTime()));
		this.proxies.forEach((proxy) -> flow(proxy, Flow.HOLD));
		try (Lease other = next.acquire(LockRequest.of(this.name).waitTime(Duration.ofMinutes(1)))) {
			boolean held = lease.isHeld();
			long entered = System.nanoTime();
			assertThat(held).isFalse();
			Awaitility.await().until(() -> lost.get() != 0);
			assertThat(entered - lost.get()).as("nanoseconds from the loss to the next").isPositive();
			assertThat(other.fencingToken()).isGreaterThan(lease.fencingToken());
		}
	}

	@Test
	void holderKeepsItsLockWhileAnotherMemberBecomesTheLeader() {
		LockTemplate holder = application(cluster.endpoints(), Duration.ofSeconds(10));
		LockTemplate next = application(cluster.endpoints(), Duration.ofSeconds(10));
		long before = holder.execute(this.name, Lease::fencingToken);
		Lease lease = holder.acquire(LockRequest.of(this.name));
		CompletableFuture<Lease> waiting = CompletableFuture
			.supplyAsync(() -> next.acquire(LockRequest.of(this.name).waitTime(Duration.ofMinutes(10))));
		int leader = cluster.leader();
		cluster.kill(leader);
		try {
			Awaitility.await("a next leader").until(() -> cluster.leader() >= 0);
			// by that one
			LeaseEnd.awaitRenewal(lease);
			assertThat(lease.isHeld()).isTrue();
			assertThat(waiting).isNotDone();
			lease.close();
			try (Lease other = waiting.join()) {
				assertThat(lease.fencingToken()).isGreaterThan(before);
				assertThat(other.fencingToken()).isGreaterThan(lease.fencingToken());
			}
		}
		finally {
			cluster.restart(leader);
		}
	}

	@Test
	void withoutAMajorityCallersAreToldInTimeAndHoldersWhenTheirLeaseEnds() {
		LockTemplate locks = application(cluster.endpoints(), SESSION);
		Lease lease = locks.acquire(LockRequest.of(this.name));
		CompletableFuture<Boolean> lost = new CompletableFuture<>();
		lease.onLost(() -> lost.complete(true));
		cluster.kill(0);
		cluster.kill(1);
		try {
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> locks.acquire(LockRequest.of(this.name + ":other").waitTime(Duration.ofMillis(300))))
				.withMessageContaining("Consul at ");
			assertThat(lost.join()).isTrue();
			assertThat(lease.isHeld()).isFalse();
		}
		finally {
			cluster.restart(0);
			cluster.restart(1);
		}
		Awaitility.await()
			.ignoreException(LockUnavailableException.class)
			.until(() -> locks.execute(this.name, Lease::fencingToken) > lease.fencingToken());
	}

	@Test
	void clusterWithoutALeaderAtStartupIsUsedWhenItHasOne() {
		TestInstance instance = TestInstance.of(SESSION, cluster.endpoints().toArray(String[]::new));
		LockTemplate locks = instance.locks();
		this.applications.add(locks);
		cluster.kill(0);
		cluster.kill(1);
		try {
			// A start waits while no server has a leader.
			Thread start = new Thread(locks::start);
			start.setDaemon(true);
			start.start();
			Awaitility.await().until(() -> instance.directory().state().condition() == Condition.DOWN);
			assertThat(instance.directory().state().trouble()).isNotBlank();
		}
		finally {
			cluster.restart(0);
			cluster.restart(1);
		}
		assertThat(Awaitility.await()
			.ignoreException(LockUnavailableException.class)
			.until(() -> locks.execute(this.name, Lease::fencingToken), (token) -> token > 0)).isPositive();
	}

	@Test
	void processThatPausesForLongerThanItsSessionHoldsNothingWhenItGoesOn() throws IOException {
		Process holder = new ProcessBuilder(Path.of(System.getProperty("java.home"), "bin", "java").toString(), "-cp",
				System.getProperty("java.class.path"), PausedHolder.class.getName(), this.name,
				String.join(",", cluster.endpoints()))
			.redirectError(ProcessBuilder.Redirect.DISCARD)
			.start();
		try (BufferedReader said = new BufferedReader(
				new InputStreamReader(holder.getInputStream(), StandardCharsets.UTF_8))) {
			long token = Long.parseLong(line(said, "held ").substring("held ".length()));
			signal(holder, "STOP");
			LockTemplate next = application(cluster.endpoints(), SESSION);
			try (Lease other = next.acquire(LockRequest.of(this.name).waitTime(Duration.ofSeconds(60)))) {
				assertThat(other.fencingToken()).isGreaterThan(token);
				signal(holder, "CONT");
				assertThat(line(said, "afterwards ")).isEqualTo("afterwards held=false");
				assertThat(other.isHeld()).isTrue();
			}
		}
		finally {
			holder.destroyForcibly();
		}
	}

	/**
	 * The session belongs to no agent: that of a server ends when the server does.
	 */
	@Test
	void holderKeepsItsLockWhileAnyServerIsDown() {
		LockTemplate holder = application(cluster.endpoints(), Duration.ofSeconds(10));
		Lease lease = holder.acquire(LockRequest.of(this.name));
		for (int i = 0; i < 3; i++) {
			cluster.kill(i);
			try {
				Awaitility.await("a leader").until(() -> cluster.leader() >= 0);
				LeaseEnd.awaitRenewal(lease);
				assertThat(lease.isHeld()).isTrue();
			}
			finally {
				cluster.restart(i);
			}
			Awaitility.await("the server is back").until(() -> cluster.leader() >= 0);
		}
		lease.close();
	}

	@Test
	void holderKeepsItsLockWhileTheLeaderHangsAndWhenItResumes() throws IOException {
		LockTemplate holder = application(cluster.endpoints(), Duration.ofSeconds(10));
		LockTemplate next = application(cluster.endpoints(), Duration.ofSeconds(10));
		Lease lease = holder.acquire(LockRequest.of(this.name));
		int leader = cluster.leader();
		signal(cluster.process(leader), "STOP");
		try {
			Awaitility.await("another leader").until(() -> isAnotherLeader(leader));
			assertThat(Awaitility.await()
				.ignoreException(LockUnavailableException.class)
				.until(() -> next.tryAcquire(LockRequest.of(this.name).waitTime(Duration.ZERO)), (one) -> true))
				.isEmpty();
			LeaseEnd.awaitRenewal(lease);
			assertThat(lease.isHeld()).isTrue();
		}
		finally {
			signal(cluster.process(leader), "CONT");
		}
		LeaseEnd.awaitRenewal(lease);
		assertThat(lease.isHeld()).isTrue();
		lease.close();
		try (Lease other = next.acquire(LockRequest.of(this.name).waitTime(Duration.ofMinutes(1)))) {
			assertThat(other.fencingToken()).isGreaterThan(lease.fencingToken());
		}
	}

	private static boolean isAnotherLeader(int former) {
		for (int i = 0; i < 3; i++) {
			if (i != former && cluster.leads(i)) {
				return true;
			}
		}
		return false;
	}

	@Test
	void destroyedSessionIsReportedAndTheNextWaiterHasTheLock() {
		TestInstance first = TestInstance.of(Duration.ofMinutes(1), cluster.endpoints().toArray(String[]::new));
		LockTemplate holder = first.locks();
		this.applications.add(holder);
		holder.start();
		LockTemplate next = application(cluster.endpoints(), SESSION);
		Lease lease = holder.acquire(LockRequest.of(this.name));
		CompletableFuture<Boolean> lost = new CompletableFuture<>();
		lease.onLost(() -> lost.complete(true));
		CompletableFuture<Lease> waiting = CompletableFuture
			.supplyAsync(() -> next.acquire(LockRequest.of(this.name).waitTime(Duration.ofMinutes(10))));
		first.endSession(cluster.endpoints().get(0));
		assertThat(lost.join()).isTrue();
		try (Lease other = waiting.join()) {
			assertThat(other.fencingToken()).isGreaterThan(lease.fencingToken());
		}
	}

	@Test
	void agentThatIsNoServerServesLocks() {
		String agent = cluster.startAgent();
		LockTemplate holder = application(List.of(agent), SESSION);
		LockTemplate next = application(cluster.endpoints(), SESSION);
		try (Lease lease = holder.acquire(LockRequest.of(this.name))) {
			assertThat(next.tryAcquire(LockRequest.of(this.name).waitTime(Duration.ZERO))).isEmpty();
			LeaseEnd.awaitRenewal(lease);
			assertThat(lease.isHeld()).isTrue();
		}
		try (Lease other = next.acquire(LockRequest.of(this.name))) {
			assertThat(other.isHeld()).isTrue();
		}
	}

	private static String line(BufferedReader said, String begin) throws IOException {
		String line = said.readLine();
		while (line != null && !line.startsWith(begin)) {
			line = said.readLine();
		}
		return String.valueOf(line);
	}

	private static void signal(Process process, String signal) throws IOException {
		// that of the shell: not every system has a program of that name
		Process kill = new ProcessBuilder("sh", "-c", "kill -" + signal + " " + process.pid()).start();
		Awaitility.await().until(() -> !kill.isAlive());
	}

}
