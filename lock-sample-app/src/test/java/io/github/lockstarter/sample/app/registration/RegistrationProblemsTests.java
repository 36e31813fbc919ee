package io.github.lockstarter.sample.app.registration;

import java.time.Instant;
import java.util.function.Supplier;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.data.redis.RedisConnectionFailureException;
import org.springframework.data.redis.RedisSystemException;
import org.springframework.http.MediaType;
import org.springframework.test.web.servlet.client.RestTestClient;
import org.springframework.test.web.servlet.client.RestTestClient.ResponseSpec;
import org.springframework.web.client.ResourceAccessException;

import io.github.lockstarter.LockInterruptedException;
import io.github.lockstarter.LockLostException;
import io.github.lockstarter.LockNotAcquiredException;
import io.github.lockstarter.LockUnavailableException;

class RegistrationProblemsTests {

	private static final User ALICE = new User(7, "alice", Instant.EPOCH);

	@Test
	void newUserIsCreated() {
		register("{\"userName\":\" alice \"}", (userName) -> new User(7, userName, Instant.EPOCH)).expectStatus()
			.isCreated()
			.expectBody()
			.json("{\"id\":7,\"userName\":\"alice\"}");
	}

	@ParameterizedTest
	@ValueSource(strings = { "{\"userName\":\"\"}", "{\"userName\":\" \\t\"}", "{\"userName\":null}", "{}" })
	void blankUserNameIsABadRequest(String body) {
		expectProblem(register(body, neverCalled()), 400, "Bad Request", "userName must not be blank.");
	}

	@ParameterizedTest
	@ValueSource(strings = { "", "{", "[]", "\"alice\"" })
	void unreadableBodyIsABadRequest(String body) {
		expectProblem(register(body, neverCalled()), 400, "Bad Request",
				"The body is missing, or not the JSON that is expected here.");
	}

	@Test
	void endlessUserNameIsABadRequest() {
		String body = "{\"userName\":\"%s\"}".formatted("a".repeat(101));
		expectProblem(register(body, neverCalled()), 400, "Bad Request", "userName size must be between 0 and 100.");
	}

	@Test
	void registeredUserIsAConflict() {
		expectProblem(failWith(() -> new UserExistsException(ALICE)), 409, "Registered already",
				"\"alice\" is registered already, with id 7.");
	}

	@Test
	void lockOfAnotherIsARegistrationInProgress() {
		expectProblem(failWith(() -> new LockNotAcquiredException("registration:alice", "held")), 422,
				"Registration in progress", "The same registration is in progress. Look for the user in a moment.");
	}

	@Test
	void unavailableLockIsServiceUnavailable() {
		expectProblem(failWith(() -> new LockUnavailableException("registration:alice", "no Redis")), 503,
				"Locks unavailable", "Nothing was registered, because the locks are unavailable now. Try again later.");
	}

	@Test
	void interruptedWaitIsServiceUnavailable() {
		expectProblem(failWith(() -> new LockInterruptedException("registration:alice", "interrupted")), 503,
				"Locks unavailable", "Nothing was registered, because the locks are unavailable now. Try again later.");
	}

	@Test
	void lostLockIsAnUncertainRegistration() {
		expectProblem(failWith(() -> new LockLostException("registration:alice", "lease over")), 500,
				"Registration uncertain",
				"The lock was lost while the registration ran, so another one may have run at the same time. "
						+ "Look for the user before you try again.");
	}

	@Test
	void unreachableStoreIsServiceUnavailable() {
		expectProblem(failWith(() -> new RedisConnectionFailureException("refused")), 503, "Store unavailable",
				"The users cannot be read or written now. Look for the user before you try again.");
	}

	@Test
	void refusingStoreIsAServerError() {
		expectProblem(failWith(() -> new RedisSystemException("WRONGTYPE", null)), 500, "Store failed",
				"The store refused to read or write; the log says why.");
	}

	@Test
	void failedPointsServiceIsABadGatewayThatNamesTheUser() {
		expectProblem(failWith(() -> new BonusNotGrantedException(ALICE, new ResourceAccessException("refused"))), 502,
				"Bonus not granted",
				"\"alice\" is registered with id 7, but the points service did not confirm the bonus points. "
						+ "Do not register again.");
	}

	private static ResponseSpec failWith(Supplier<RuntimeException> failure) {
		return register("{\"userName\":\"alice\"}", (userName) -> {
			throw failure.get();
		});
	}

	private static Registration neverCalled() {
		return (userName) -> {
			throw new AssertionError("registered \"" + userName + "\"");
		};
	}

	private static ResponseSpec register(String body, Registration registration) {
		RestTestClient client = RestTestClient
			.bindToController(new UserController(new StubbedService(registration), null, null))
			.configureServer((server) -> server.setControllerAdvice(new RegistrationProblems()))
			.build();
		return client.post().uri("/users").contentType(MediaType.APPLICATION_JSON).body(body).exchange();
	}

	private static void expectProblem(ResponseSpec response, int status, String title, String detail) {
		response.expectStatus()
			.isEqualTo(status)
			.expectHeader()
			.contentType(MediaType.APPLICATION_PROBLEM_JSON)
			.expectBody()
			.jsonPath("$.status")
			.isEqualTo(status)
			.jsonPath("$.title")
			.isEqualTo(title)
			.jsonPath("$.detail")
			.isEqualTo(detail);
	}

	private interface Registration {

		User register(String userName);

	}

	private static final class StubbedService extends RegistrationService {

		private final Registration registration;

		StubbedService(Registration registration) {
			super(null, null);
			this.registration = registration;
		}

		@Override
		public User register(String userName) {
			return this.registration.register(userName);
		}

	}

}
