package io.github.lockstarter.etcd;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;

import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

import io.github.lockstarter.etcd.TestGateway.Reply;
import io.github.lockstarter.session.http.HttpClients;
import io.github.lockstarter.session.http.Json;
import io.github.lockstarter.store.Credentials;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.SystemLockClock;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Members that are away, slow, or refuse.
 */
@Timeout(120)
class GatewayTests {

	private static final String READ = "kv/range";

	private static final String BODY = Requests.count("any");

	private final ScheduledExecutorService timers = Executors.newSingleThreadScheduledExecutor();

	private final EtcdModel model = new EtcdModel();

	private final TestGateway one = new TestGateway(this.model);

	private final TestGateway two = new TestGateway(this.model);

	private @Nullable Gateway gateway;

	@AfterEach
	void stop() {
		if (this.gateway != null) {
			this.gateway.close();
		}
		this.timers.shutdownNow();
		this.one.close();
		this.two.close();
	}

	private Gateway gateway(@Nullable String user, @Nullable String password, String... endpoints) {
		Duration session = Duration.ofSeconds(30);
		Gateway made = new Gateway(new EtcdSettings(List.of(endpoints), session, "/locks", user, password, null),
				() -> new Credentials(user, password), Gateway.patience(session), this.timers, new SystemLockClock(),
				HttpClients.OF_THE_JDK);
		this.gateway = made;
		return made;
	}

	private Gateway both() {
		return gateway(null, null, this.one.endpoint(), this.two.endpoint());
	}

	@Test
	void memberThatIsAwayIsFollowedByTheNextForTheSameRequest() {
		Gateway asked = both();
		this.one.close();
		assertThat(answer(asked.ask(READ, () -> BODY)).at("header").isThere()).isTrue();
		assertThat(asked.member()).isOne();
		this.two.close();
		assertThat(failure(asked.ask(READ, () -> BODY)).outcome()).isEqualTo(Outcome.NOT_SENT);
	}

	@Test
	void memberWithoutALeaderIsFollowedByTheNextForTheSameRequest() {
		Gateway asked = both();
		this.one.fault((path, body) -> Reply.error(503, 14, "etcdserver: no leader"));
		assertThat(answer(asked.ask(READ, () -> BODY)).at("header").isThere()).isTrue();
		this.two.fault((path, body) -> Reply.error(503, 14, "etcdserver: no leader"));
		assertThat(failure(asked.ask(READ, () -> BODY)).outcome()).isEqualTo(Outcome.NOT_SENT);
	}

	@Test
	void whatMayHaveBeenExecutedIsNotSentAgain() {
		Gateway asked = both();
		this.one.fault((path, body) -> Reply.NONE_AFTER);
		assertThat(failure(asked.ask("lease/grant", () -> Requests.grant(3))).outcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(this.one.paths()).hasSize(1);
		assertThat(this.two.paths()).isEmpty();
		assertThat(answer(asked.ask(READ, () -> BODY)).at("header").isThere()).as("the next one").isTrue();
		assertThat(this.two.paths()).hasSize(1);
	}

	@Test
	void memberThatSaysNothingIsGivenUpAndFollowedByTheNext() {
		Gateway asked = both();
		List<String> trouble = new ArrayList<>();
		asked.onTrouble(() -> trouble.add("told"));
		this.one.hold();
		EtcdException late = failure(asked.ask(READ, () -> BODY));
		assertThat(late.outcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(late).hasMessage("no answer within 3000ms from " + this.one.endpoint());
		assertThat(answer(asked.ask(READ, () -> BODY)).at("header").isThere()).isTrue();
		assertThat(trouble).isNotEmpty();
	}

	@Test
	void fewAreOnTheirWayAtOnceHoweverManyAsk() {
		Gateway asked = both();
		this.one.fault((path, body) -> Reply.after(Duration.ofMillis(5)));
		List<CompletableFuture<Json>> answers = new ArrayList<>();
		for (int i = 0; i < 2 * Gateway.MOST_AT_ONCE; i++) {
			answers.add(asked.ask(READ, () -> BODY));
		}
		answers.forEach(GatewayTests::answer);
		assertThat(this.one.mostOpen()).isBetween(2, Gateway.MOST_AT_ONCE);
	}

	@Test
	void whoIsGivenUpWhileItWaitsWasNotSentAndWhoComesFirstDoesNotWait() {
		Gateway asked = gateway(null, null, this.one.endpoint());
		this.one.hold();
		List<CompletableFuture<Json>> sent = new ArrayList<>();
		for (int i = 0; i < Gateway.MOST_AT_ONCE; i++) {
			sent.add(asked.ask(READ, () -> BODY));
		}
		CompletableFuture<Json> waiting = asked.ask(READ, () -> BODY);
		CompletableFuture<Json> first = asked.askFirst(READ, BODY);
		Awaitility.await().until(() -> this.one.paths().size() == Gateway.MOST_AT_ONCE + 1);
		asked.close();
		sent.forEach((one) -> assertThat(failure(one).outcome()).isEqualTo(Outcome.UNKNOWN));
		assertThat(failure(first).outcome()).isEqualTo(Outcome.UNKNOWN);
		assertThat(failure(waiting).outcome()).isEqualTo(Outcome.NOT_SENT);
		assertThat(failure(asked.ask(READ, () -> BODY)).outcome()).as("afterwards").isEqualTo(Outcome.NOT_SENT);
	}

	@ParameterizedTest
	@CsvSource(delimiter = '|', textBlock = """
			503 | 14 | etcdserver: request timed out                       | UNKNOWN
			503 | 14 | etcdserver: leader changed                          | UNKNOWN
			504 | 4  | context deadline exceeded                           | UNKNOWN
			429 | 8  | etcdserver: too many requests                       | UNKNOWN
			429 | 8  | etcdserver: mvcc: database space exceeded           | REJECTED
			403 | 7  | etcdserver: permission denied                       | REJECTED
			400 | 3  | etcdserver: request is too large                    | REJECTED
			400 | 3  | etcdserver: user name is empty                      | REJECTED
			404 | 5  | etcdserver: requested lease not found               | UNKNOWN
			""")
	void errorSaysWhetherItHelpsToAskAgain(int status, int code, String message, Outcome outcome) {
		Gateway asked = both();
		this.one.fault((path, body) -> Reply.error(status, code, message));
		EtcdException failure = failure(asked.ask(READ, () -> BODY));
		assertThat(failure.outcome()).isEqualTo(outcome);
		assertThat(failure.isLeaseGone()).isEqualTo(code == 5);
	}

	@Test
	void whatIsNoEtcdIsSaid() {
		Gateway asked = gateway(null, null, this.one.endpoint());
		this.one.fault((path, body) -> Reply.of(404, "Not Found"));
		EtcdException missing = failure(asked.ask(READ, () -> BODY));
		assertThat(missing.outcome()).isEqualTo(Outcome.REJECTED);
		assertThat(missing).hasMessage("it answers with HTTP status 404: it is no etcd 3.4 or later, or its gateway is "
				+ "not enabled (--enable-grpc-gateway)");
		this.one.fault((path, body) -> Reply.of(502, "<html>Bad Gateway"));
		assertThat(failure(asked.ask(READ, () -> BODY)).outcome()).isEqualTo(Outcome.UNKNOWN);
		this.one.fault((path, body) -> Reply.of(200, "<html>Welcome"));
		assertThat(failure(asked.ask(READ, () -> BODY))).hasMessageContaining("does not answer as etcd does");
	}

	@Test
	void errorOfANewerEtcdIsReadToo() {
		assertThat(GatewayError
			.of(404, "{\"code\":5,\"message\":\"etcdserver: requested lease not found\",\"details\":[]}")
			.exception()
			.isLeaseGone()).isTrue();
		assertThat(GatewayError.of(200,
				"{\"error\":{\"grpc_code\":14,\"http_code\":503,\"message\":\"etcdserver: no " + "leader\"}}"))
			.isEqualTo(new GatewayError(200, 14, "etcdserver: no leader"));
	}

	@Test
	void userLogsInOnceAndAgainWhenTheTokenIsNotKnownAnyMore() {
		this.one.askFor("secret \"quoted\"");
		Gateway asked = gateway("app", "secret \"quoted\"", this.one.endpoint());
		List<CompletableFuture<Json>> answers = new ArrayList<>();
		for (int i = 0; i < 5; i++) {
			answers.add(asked.ask(READ, () -> BODY));
		}
		answers.forEach(GatewayTests::answer);
		assertThat(logins()).isOne();
		this.one.forgetTokens();
		answer(asked.ask(READ, () -> BODY));
		assertThat(logins()).isEqualTo(2);
	}

	/**
	 * The second answer is that of etcd 3.5.0 to 3.5.2.
	 */
	@ParameterizedTest
	@CsvSource({ "400, 3, etcdserver: revision of auth store is old", "500, 2, auth: revision in header is old" })
	void userLogsInAgainWhenUsersOrRolesHaveChanged(int status, int code, String message) {
		this.one.askFor("secret");
		Gateway asked = gateway("app", "secret", this.one.endpoint());
		answer(asked.ask(READ, () -> BODY));
		AtomicBoolean changed = new AtomicBoolean(true);
		this.one.fault((path, body) -> (path.equals(READ) && changed.getAndSet(false))
				? Reply.of(status, new EtcdRefusal(status, code, message).body()) : null);
		answer(asked.ask(READ, () -> BODY));
		assertThat(logins()).isEqualTo(2);
	}

	private long logins() {
		return this.one.paths().stream().filter("auth/authenticate"::equals).count();
	}

	@Test
	void wrongPasswordIsSaid() {
		this.one.askFor("secret");
		EtcdException failure = failure(gateway("app", "wrong", this.one.endpoint()).ask(READ, () -> BODY));
		assertThat(failure.outcome()).isEqualTo(Outcome.REJECTED);
		assertThat(failure).hasMessage("etcdserver: authentication failed, invalid user ID or password "
				+ "(distributed-lock.etcd.username, .password)");
	}

	@Test
	void whoHasToLogInIsToldTheProperties() {
		this.one.askFor("secret");
		assertThat(failure(gateway(null, null, this.one.endpoint()).ask(READ, () -> BODY)))
			.hasMessageContaining("set distributed-lock.etcd.username and .password");
	}

	@Test
	void userIsNobodyWhereNobodyHasToLogIn() {
		assertThat(answer(gateway("app", "secret", this.one.endpoint()).ask(READ, () -> BODY)).at("header").isThere())
			.isTrue();
	}

	private static Json answer(CompletableFuture<Json> asked) {
		return asked.orTimeout(120, TimeUnit.SECONDS).join();
	}

	private static EtcdException failure(CompletableFuture<Json> asked) {
		return asked.<EtcdException>handle((answer, failure) -> EtcdException.of(failure))
			.orTimeout(120, TimeUnit.SECONDS)
			.join();
	}

}
