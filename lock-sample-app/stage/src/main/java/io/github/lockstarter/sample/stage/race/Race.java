package io.github.lockstarter.sample.stage.race;

import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import jakarta.validation.Valid;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestBody;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.util.UriUtils;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.MissingNode;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;

/**
 * Sends one registration many times at once, to the servers in turn, and once more after
 * all answers; then reads what is stored. Concurrent races of one name take turns,
 * because each deletes the users of the name first.
 */
@RestController
class Race {

	private static final Duration PATIENCE = Duration.ofSeconds(30);

	private final ServerDirectory servers;

	private final ServerCalls calls;

	private final LockOperations locks;

	Race(ServerDirectory servers, ServerCalls calls, LockOperations locks) {
		this.servers = servers;
		this.calls = calls;
		this.locks = locks;
	}

	@PostMapping("/races")
	Outcome run(@Valid @RequestBody Order order) {
		String userName = order.userName().strip();
		Optional<Lease> turn = awaitTurn(userName);
		try {
			return race(userName, order.requests(), order.locked(), turn.isPresent());
		}
		finally {
			turn.ifPresent(Lease::release);
		}
	}

	// Empty in an outage of the locks: then no registration is possible, and each server
	// says so.
	private Optional<Lease> awaitTurn(String userName) {
		LockRequest turn = LockRequest.of("race:" + userName);
		try {
			Optional<Lease> atOnce = this.locks.tryAcquire(turn.noWait());
			return atOnce.isPresent() ? atOnce : Optional.of(this.locks.acquire(turn.waitTime(PATIENCE)));
		}
		catch (LockUnavailableException ex) {
			return Optional.empty();
		}
	}

	private Outcome race(String userName, int requests, boolean locked, boolean locksAreThere) {
		String user = "/users?userName=" + UriUtils.encode(userName, StandardCharsets.UTF_8);
		List<Server> all = this.servers.servers();
		if (locksAreThere) {
			prepare(user, all);
		}
		String path = locked ? "/users" : "/unlocked/users";
		List<CompletableFuture<Answer>> sent = IntStream.range(0, requests)
			.mapToObj((i) -> register(all.get(i % all.size()), path, userName))
			.toList();
		List<Reply> replies = new ArrayList<>();
		sent.stream().map(CompletableFuture::join).forEach((answer) -> replies.add(Reply.of(answer, false)));
		// In an outage the answers are the verdict; a late request would only time out.
		if (replies.stream().allMatch(Reply::isUnavailable)) {
			return new Outcome(userName, locked, replies, false, MissingNode.getInstance(), 0);
		}
		replies.add(Reply.of(register(all.get(all.size() - 1), path, userName).join(), true));
		Answer left = this.calls.send(this.servers.self(), "GET", user, "").join();
		return new Outcome(userName, locked, replies, left.status() == 200, left.body().path("users"),
				left.body().path("points").asLong(0));
	}

	private void prepare(String user, List<Server> all) {
		this.calls.send(this.servers.self(), "DELETE", user, "").join();
		// Warms up each server, so that one that has just started does not come late.
		all.stream()
			.map((server) -> this.calls.send(server, "GET", user, ""))
			.toList()
			.forEach(CompletableFuture::join);
	}

	private CompletableFuture<Answer> register(Server server, String path, String userName) {
		return this.calls.send(server, "POST", path, Map.of("userName", userName));
	}

	// The registration to send, and how many times at once.
	record Order(@NotBlank @Size(max = 100) String userName, @Min(1) @Max(50) int requests, boolean locked) {

	}

	// The answers in the order of the requests; the last one is the late request, which
	// is left out in an outage of the locks.
	record Outcome(String userName, boolean locked, List<Reply> answers, boolean known, JsonNode users, long points) {

	}

	// Status 0: the server could not be reached; user id 0: no user was stored; "reason"
	// says why no lock was available.
	record Reply(String server, int status, String words, String reason, long userId, long millis, boolean late) {

		private static Reply of(Answer answer, boolean late) {
			String words = (answer.status() != 0) ? answer.body().path("detail").asString("")
					: "The server could not be reached.";
			return new Reply(answer.server(), answer.status(), words, answer.body().path("reason").asString(""),
					answer.body().path("id").asLong(0), answer.millis(), late);
		}

		private boolean isUnavailable() {
			return this.status == 0 || this.status == HttpStatus.SERVICE_UNAVAILABLE.value();
		}

	}

}
