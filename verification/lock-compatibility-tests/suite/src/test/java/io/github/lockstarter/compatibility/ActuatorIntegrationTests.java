package io.github.lockstarter.compatibility;

import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import javax.management.JMException;
import javax.management.MBeanOperationInfo;
import javax.management.MBeanParameterInfo;
import javax.management.MBeanServer;
import javax.management.ObjectName;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * What operations see over HTTP, on a server with servlets and on a reactive one. A test
 * leaves nothing locked on them.
 */
class ActuatorIntegrationTests {

	private static final String ENDPOINT = "distributedlocks";

	private static ConfigurableApplicationContext reactive;

	@AfterAll
	static void stop() {
		if (reactive != null) {
			reactive.close();
			reactive = null;
		}
	}

	@Test
	@Tag("every-line")
	void healthMetersAndLocksAreSeenAndALockIsTakenAway() {
		ConfigurableApplicationContext application = instance(WebApplicationType.SERVLET);
		Http server = new Http(application);
		Lease lease = locks(application).acquire(LockRequest.of("smoke", "a/b"));
		assertThat(server.get("health/distributedLocks").status()).isEqualTo(200);
		Http.Answer health = Awaitility.await()
			.until(() -> server.get("health/distributedLocks"), (answer) -> "UP".equals(answer.read("$.status")));
		assertThat(health.<String>read("$.details.store")).startsWith("Redis at ");
		assertThat(server.get(ENDPOINT).<List<String>>read("$.held[*].name")).containsExactly("smoke:a/b");
		String path = ENDPOINT + "/smoke:a/b";
		assertThat(server.get(path).number("$.fencingToken")).isEqualTo(lease.fencingToken());
		// they count on a thread of their own
		Awaitility.await().untilAsserted(() -> {
			Http.Answer acquired = server
				.get("metrics/distributed.lock.acquire?tag=outcome:acquired&tag=lock.name:smoke");
			assertThat(acquired.<List<Object>>read("$.measurements[?(@.statistic == 'COUNT')].value"))
				.containsExactly(1.0);
			assertThat(server.get("prometheus").body()).contains("distributed_lock_held_locks{lock_name=\"smoke\"");
		});
		assertThat(server.delete(path + "?token=" + lease.fencingToken()).status()).isEqualTo(204);
		assertThat(server.get(path).<Boolean>read("$.held")).isFalse();
		lease.releaseNow();
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void serverTellsWhatItsCallersHoldAndWaitFor(WebApplicationType type) {
		ConfigurableApplicationContext first = instance(type);
		ConfigurableApplicationContext second = instance(other(type));
		String stock = "stock-" + type;
		String name = stock + ":a/b";
		LockRequest request = LockRequest.of(stock, "a/b").waitTime(Duration.ofMinutes(1));
		Lease lease = locks(first).acquire(request);
		CompletableFuture<Lease> waiter = CompletableFuture.supplyAsync(() -> locks(second).acquire(request));
		Http firstServer = new Http(first);
		Http secondServer = new Http(second);

		Http.Answer held = Awaitility.await()
			.until(() -> firstServer.get(ENDPOINT),
					(answer) -> answer.status() == 200 && "up".equals(answer.read("$.store.messages")));
		assertThat(held.<String>read("$.client")).isNotBlank();
		assertThat(held.<String>read("$.holder")).startsWith("orders@");
		assertThat(held.<Map<String, String>>read("$.store")).containsEntry("kind", "redis")
			.containsEntry("commands", "up")
			.containsEntry("messages", "up");
		assertThat(held.number("$.heldTotal")).isEqualTo(1);
		assertThat(held.number("$.held[0].fencingToken")).isEqualTo(lease.fencingToken());
		assertThat(held.<String>read("$.held[0].name")).isEqualTo(name);
		assertThat(held.<String>read("$.held[0].namespace")).isEqualTo(stock);
		assertThat(held.number("$.held[0].remainingMillis")).isBetween(1L, 30_000L);
		assertThat(held.<Boolean>read("$.held[0].renewed")).isTrue();
		assertThat(held.<String>read("$.held[0].mode")).isEqualTo("WRITE");
		assertThat(held.number("$.held[0].permits")).isEqualTo(1);
		assertThat(held.number("$.waitingTotal")).isZero();

		Awaitility.await()
			.untilAsserted(() -> assertThat(secondServer.get(ENDPOINT).number("$.waitingTotal")).isEqualTo(1));
		Http.Answer waiting = secondServer.get(ENDPOINT);
		assertThat(waiting.<String>read("$.waiting[0].name")).isEqualTo(name);
		assertThat(waiting.number("$.waiting[0].callers")).isEqualTo(1);
		assertThat(waiting.number("$.heldTotal")).isZero();

		Awaitility.await()
			.untilAsserted(() -> assertThat(firstServer.get(ENDPOINT + "/" + name).number("$.waiters")).isEqualTo(1));
		assertThat(firstServer.get(ENDPOINT + "/" + name).<Boolean>read("$.here")).isTrue();
		Http.Answer elsewhere = secondServer.get(ENDPOINT + "/" + name);
		assertThat(elsewhere.<Boolean>read("$.held")).isTrue();
		assertThat(elsewhere.<Boolean>read("$.here")).isFalse();
		assertThat(elsewhere.number("$.fencingToken")).isEqualTo(lease.fencingToken());
		assertThat(elsewhere.number("$.remainingMillis")).isPositive();
		assertThat(elsewhere.<String>read("$.mode")).isEqualTo("WRITE");
		assertThat(elsewhere.number("$.holderCount")).isEqualTo(1);
		assertThat(elsewhere.number("$.holders[0].fencingToken")).isEqualTo(lease.fencingToken());

		lease.close();
		waiter.join().close();
		Http.Answer free = secondServer.get(ENDPOINT + "/" + name);
		assertThat(free.status()).isEqualTo(200);
		assertThat(free.<Map<String, Object>>read("$")).isEqualTo(Map.of("name", name, "held", false));
		assertThat(secondServer.get(ENDPOINT).number("$.heldTotal")).isZero();
		// they count on a thread of their own
		Awaitility.await().untilAsserted(() -> assertMeters(secondServer, stock));
	}

	private static void assertMeters(Http server, String stock) {
		Http.Answer acquired = server
			.get("metrics/distributed.lock.acquire?tag=outcome:acquired&tag=lock.name:" + stock);
		assertThat(acquired.<List<Object>>read("$.measurements[?(@.statistic == 'COUNT')].value")).containsExactly(1.0);
		Http.Answer text = server.get("prometheus");
		assertThat(text.body()).contains("distributed_lock_connection_up{connection=\"commands\",store=\"redis\"} 1.0")
			.containsPattern("distributed_lock_acquire_seconds_count\\{error=\"none\",lock_name=\"" + stock
					+ "\",mode=\"write\"," + "outcome=\"acquired\"[^}]*\\} 1")
			.containsPattern("distributed_lock_handovers_total\\{lock_name=\"" + stock
					+ "\",mode=\"write\",store=\"redis\"\\} 1.0")
			.containsPattern("distributed_lock_lost_total\\{lock_name=\"" + stock
					+ "\",mode=\"write\",reason=\"taken\",store=\"redis\"\\} 0.0")
			.containsPattern("distributed_lock_renewals_late_total\\{lock_name=\"" + stock
					+ "\",mode=\"write\",store=\"redis\"\\} 0.0")
			.containsPattern(
					"distributed_lock_held_locks\\{lock_name=\"" + stock + "\",mode=\"write\",store=\"redis\"\\} 0.0")
			.containsPattern("distributed_lock_waiting_callers\\{lock_name=\"" + stock
					+ "\",mode=\"write\",store=\"redis\"\\} 0.0")
			.doesNotContain("a/b");
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	void lockIsTakenAwayOnlyFromTheHolderThatWasSeen(WebApplicationType type) {
		ConfigurableApplicationContext open = instance(type);
		Lease former = locks(open).acquire("order:1");
		former.close();
		Lease lease = locks(open).acquire("order:1");
		String path = ENDPOINT + "/order:1";
		Http server = new Http(open);
		assertThat(server.delete(path).status()).isEqualTo(400);
		Http.Answer late = server.delete(path + "?token=" + former.fencingToken());
		assertThat(late.status()).isEqualTo(409);
		assertThat(late.number("$.fencingToken")).isEqualTo(lease.fencingToken());
		lease.ensureHeld();

		assertThat(server.delete(path + "?token=" + lease.fencingToken()).status()).isEqualTo(204);
		Http.Answer again = server.delete(path + "?token=" + lease.fencingToken());
		assertThat(again.status()).isEqualTo(404);
		assertThat(again.<Boolean>read("$.held")).isFalse();
		lease.releaseNow();
	}

	@Test
	void thoseWhoShareALockAreNamedAndAPermitIsTakenAwayAlone() {
		ConfigurableApplicationContext first = instance(WebApplicationType.SERVLET);
		ConfigurableApplicationContext second = instance(WebApplicationType.REACTIVE);
		LockRequest export = LockRequest.of("export", "a").permits(3).waitTime(Duration.ofMinutes(1));
		Lease one = locks(first).acquire(export);
		Lease another = locks(second).acquire(export);
		Http server = new Http(first);
		Http.Answer permits = server.get(ENDPOINT + "/export:a");
		assertThat(permits.<String>read("$.mode")).isEqualTo("WRITE");
		assertThat(permits.number("$.holderCount")).isEqualTo(2);
		assertThat(permits.<List<Long>>read("$.holders[*].fencingToken")).containsExactly(one.fencingToken(),
				another.fencingToken());
		assertThat(server.get(ENDPOINT).number("$.held[0].permits")).isEqualTo(3);
		assertThat(server.delete(ENDPOINT + "/export:a?token=" + one.fencingToken()).status()).isEqualTo(204);
		assertThat(server.get(ENDPOINT + "/export:a").<List<Long>>read("$.holders[*].fencingToken"))
			.containsExactly(another.fencingToken());
		one.releaseNow();
		another.close();

		LockRequest catalog = LockRequest.of("catalog", "a").mode(LockMode.READ);
		Lease reader = locks(first).acquire(catalog);
		Lease other = locks(second).acquire(catalog);
		Http.Answer readers = server.get(ENDPOINT + "/catalog:a");
		assertThat(readers.<String>read("$.mode")).isEqualTo("READ");
		assertThat(readers.<List<Long>>read("$.holders[*].fencingToken")).containsExactly(reader.fencingToken(),
				reader.fencingToken());
		assertThat(server.delete(ENDPOINT + "/catalog:a?token=" + reader.fencingToken()).status()).isEqualTo(204);
		assertThat(server.get(ENDPOINT + "/catalog:a").<Boolean>read("$.held")).isFalse();
		reader.releaseNow();
		other.releaseNow();
	}

	@ParameterizedTest
	@EnumSource(names = { "SERVLET", "REACTIVE" })
	@ExtendWith(OutputCaptureExtension.class)
	void pathWithoutANameIsABadRequestAndNoFault(WebApplicationType type, CapturedOutput output) {
		Http server = new Http(instance(type));
		List<Http.Answer> answers = List.of(server.get(ENDPOINT + "/"), server.get(ENDPOINT + "/%20"),
				server.delete(ENDPOINT + "?token=1"), server.delete(ENDPOINT + "/?token=1"));
		assertThat(answers).allSatisfy((answer) -> {
			assertThat(answer.status()).isEqualTo(400);
			assertThat(answer.<String>read("$.error")).contains("name is blank");
		});
		assertThat(output).doesNotContain("InvalidLockKeyException");
	}

	@Test
	void slashesAreAPartOfTheName() {
		ConfigurableApplicationContext application = instance(WebApplicationType.SERVLET);
		Http server = new Http(application);
		Lease lease = locks(application).acquire("file:/in//a b/");
		String path = ENDPOINT + "/file:/in//a%20b";
		assertThat(server.get(path + "/").<Boolean>read("$.held")).isTrue();
		Http.Answer another = server.get(path);
		assertThat(another.<Boolean>read("$.held")).isFalse();
		assertThat(another.<String>read("$.name")).isEqualTo("file:/in//a b");
		assertThat(server.delete(path + "?token=" + lease.fencingToken()).status()).isEqualTo(404);
		assertThat(server.delete(path + "/?token=" + lease.fencingToken()).status()).isEqualTo(204);
		lease.releaseNow();
	}

	@Test
	void beanOfTheManagementTellsAndTakesAway() throws Exception {
		ConfigurableApplicationContext application = instance(WebApplicationType.SERVLET);
		Lease former = locks(application).acquire("order:1,2");
		former.close();
		Lease lease = locks(application).acquire("order:1,2");
		assertThat(asMap(invoke("lock", "order:1,2"))).containsEntry("name", "order:1,2")
			.containsEntry("held", true)
			.containsEntry("fencingToken", lease.fencingToken());
		assertThat(invoke("release", "order:1,2", former.fencingToken())).isEqualTo(Map.of("released", false));
		lease.ensureHeld();
		assertThat(invoke("release", "order:1,2", lease.fencingToken())).isEqualTo(Map.of("released", true));
		assertThat(asMap(invoke("lock", "order:1,2"))).containsEntry("held", false);
		assertThat(asMap(invoke("locks"))).containsKey("held");
		lease.releaseNow();
	}

	@SuppressWarnings("unchecked")
	private static Map<String, Object> asMap(Object answer) {
		return (Map<String, Object>) answer;
	}

	private static Object invoke(String operation, Object... arguments) throws JMException {
		MBeanServer server = ManagementFactory.getPlatformMBeanServer();
		ObjectName bean = server.queryNames(new ObjectName("locks:type=Endpoint,*"), null).iterator().next();
		MBeanOperationInfo info = Stream.of(server.getMBeanInfo(bean).getOperations())
			.filter((each) -> each.getName().equals(operation))
			.findFirst()
			.orElseThrow();
		String[] types = Stream.of(info.getSignature()).map(MBeanParameterInfo::getType).toArray(String[]::new);
		assertThat(types).as("what a console can ask for").doesNotContain("java.lang.Object");
		return server.invoke(bean, operation, arguments, types);
	}

	@Test
	void lockIsNotTakenAwayUnlessThatIsAllowedAndAnOutageTakesNothingDown() {
		try (TestRedis redis = TestRedis.start();
				ConfigurableApplicationContext application = ServerApplication.start(WebApplicationType.SERVLET,
						redis)) {
			Http server = new Http(application);
			Http.Answer up = server.get("health/distributedLocks");
			assertThat(up.status()).isEqualTo(200);
			assertThat(up.<String>read("$.status")).isEqualTo("UP");
			assertThat(up.<String>read("$.details.store")).isEqualTo("Redis at 127.0.0.1:" + redis.port());

			Lease lease = locks(application).acquire("order:1");
			assertThat(server.delete(ENDPOINT + "/order:1?token=" + lease.fencingToken()).status()).isBetween(404, 405);
			lease.ensureHeld();
			lease.close();

			redis.kill();
			Awaitility.await()
				.untilAsserted(() -> assertThat(server.get("health/distributedLocks").<String>read("$.status"))
					.isEqualTo("UNKNOWN"));
			assertThat(server.get("health").status()).isEqualTo(200);
			assertThat(server.get(ENDPOINT).<String>read("$.store.commands")).isEqualTo("down");
			assertThat(server.get("prometheus").body())
				.contains("distributed_lock_connection_up{connection=\"commands\",store=\"redis\"} 0.0");
			Http.Answer unknown = server.get(ENDPOINT + "/order:1");
			assertThat(unknown.status()).isEqualTo(503);
			assertThat(unknown.<String>read("$.error")).contains("order:1");
		}
	}

	private static LockOperations locks(ConfigurableApplicationContext application) {
		return application.getBean(LockOperations.class);
	}

	// Two of one application, where locks may be taken away
	private static ConfigurableApplicationContext instance(WebApplicationType type) {
		if (type == WebApplicationType.SERVLET) {
			return ServerApplication.shared();
		}
		if (reactive == null) {
			reactive = ServerApplication.start(type, TestRedis.shared(),
					"management.endpoint.distributedlocks.access=unrestricted");
		}
		return reactive;
	}

	private static WebApplicationType other(WebApplicationType type) {
		return (type == WebApplicationType.SERVLET) ? WebApplicationType.REACTIVE : WebApplicationType.SERVLET;
	}

}
