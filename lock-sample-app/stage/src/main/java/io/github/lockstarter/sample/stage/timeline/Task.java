package io.github.lockstarter.sample.stage.timeline;

import java.io.IOException;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.function.Function;

import jakarta.annotation.PreDestroy;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import tools.jackson.databind.json.JsonMapper;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockException;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;
import io.github.lockstarter.sample.stage.timeline.TaskEvent.Kind;

/**
 * One of the ten tasks: waits for the lock, works, releases it, and reports each step.
 * Over HTTP it responds line by line while it runs: in words, or as JSON if
 * {@code application/x-ndjson} is accepted.
 */
@RestController
public class Task {

	private static final int LONGEST_MILLIS = 30_000;

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "task");
		thread.setDaemon(true);
		return thread;
	});

	private final LockOperations locks;

	private final ServerDirectory servers;

	private final JsonMapper json;

	Task(LockOperations locks, ServerDirectory servers, JsonMapper json) {
		this.locks = locks;
		this.servers = servers;
		this.json = json;
	}

	@PostMapping("/tasks/{number}")
	ResponseEntity<ResponseBodyEmitter> run(@PathVariable int number,
			@RequestParam(defaultValue = "true") boolean locked,
			@RequestParam(defaultValue = "ten-tasks") @Size(max = 200) String lock,
			@RequestParam(defaultValue = "300") @Min(0) @Max(LONGEST_MILLIS) int workMillis,
			@RequestParam(defaultValue = "20000") @Min(0) @Max(LONGEST_MILLIS) int waitMillis,
			@RequestParam(defaultValue = "0") @Min(0) @Max(LONGEST_MILLIS) int leaseMillis,
			@RequestHeader(name = "Accept", defaultValue = "") String accept) {
		boolean asJson = accept.contains(MediaType.APPLICATION_NDJSON_VALUE);
		Order order = new Order(number, locked, lock, Duration.ofMillis(workMillis), Duration.ofMillis(waitMillis),
				(leaseMillis > 0) ? Duration.ofMillis(leaseMillis) : null);
		ResponseBodyEmitter emitter = new ResponseBodyEmitter(0L);
		Function<TaskEvent, String> format = asJson ? this.json::writeValueAsString : TaskEvent::line;
		this.threads.execute(() -> run(order, emitter, format));
		return ResponseEntity.ok()
			.contentType(asJson ? MediaType.APPLICATION_NDJSON : MediaType.TEXT_PLAIN)
			.body(emitter);
	}

	private void run(Order order, ResponseBodyEmitter emitter, Function<TaskEvent, String> format) {
		try {
			run(order, (event) -> send(emitter, format.apply(event) + "\n"));
			emitter.complete();
		}
		catch (RuntimeException ex) {
			emitter.completeWithError(ex);
		}
	}

	// The task continues without a listener: it holds a lock, and a closed page is no
	// reason to leave work half done.
	private static void send(ResponseBodyEmitter emitter, String line) {
		try {
			emitter.send(line, MediaType.TEXT_PLAIN);
		}
		catch (IOException | IllegalStateException ex) {
			// the caller has disconnected
		}
	}

	// Failures are reported as events, too.
	public void run(Order order, Consumer<TaskEvent> report) {
		Told told = new Told(order, this.servers.self().name(), report);
		told.tell(Kind.WAIT, 0);
		if (!order.locked()) {
			work(order.work(), told, 0);
			return;
		}
		try (Lease lease = this.locks.acquire(order.request())) {
			told.tell(Kind.LOCK, lease.fencingToken());
			work(order.work(), told, lease.fencingToken());
			lease.ensureHeld();
			// before the release, because the next task may be inside right after it
			told.tell(Kind.UNLOCK, lease.fencingToken());
		}
		catch (LockException ex) {
			told.fail(ex.getMessage());
		}
	}

	private static void work(Duration duration, Told told, long token) {
		told.tell(Kind.START, token);
		try {
			Thread.sleep(duration.toMillis());
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
		}
		told.tell(Kind.END, token);
	}

	@PreDestroy
	void stop() {
		this.threads.shutdownNow();
	}

	/**
	 * What a task has to do.
	 *
	 * @param number its number
	 * @param locked whether it uses the lock
	 * @param lock the name of the lock
	 * @param work how long the work takes
	 * @param waitTime how long to wait for the lock
	 * @param lease the fixed lease, or null for a renewed one
	 */
	public record Order(int number, boolean locked, String lock, Duration work, Duration waitTime,
			@Nullable Duration lease) {

		LockRequest request() {
			LockRequest request = LockRequest.of(this.lock).waitTime(this.waitTime);
			return (this.lease != null) ? request.leaseTime(this.lease) : request;
		}

	}

	private record Told(Order order, String server, Consumer<TaskEvent> report) {

		void tell(Kind kind, long token) {
			tell(kind, token, "");
		}

		void fail(String problem) {
			tell(Kind.FAILED, 0, problem);
		}

		private void tell(Kind kind, long token, String problem) {
			long now = ChronoUnit.MICROS.between(Instant.EPOCH, Instant.now());
			this.report.accept(new TaskEvent(this.order.number(), this.server, kind, now,
					this.order.locked() ? this.order.lock() : "", token, problem));
		}

	}

}
