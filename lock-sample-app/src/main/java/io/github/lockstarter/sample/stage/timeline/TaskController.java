package io.github.lockstarter.sample.stage.timeline;

import java.io.IOException;
import java.time.Duration;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Function;

import jakarta.annotation.PreDestroy;
import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import jakarta.validation.constraints.Size;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestHeader;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import tools.jackson.databind.json.JsonMapper;

/**
 * Runs one task on this server and answers line by line, while it runs: in words, or as
 * JSON for who accepts {@code application/x-ndjson}.
 */
@RestController
class TaskController {

	private static final int LONGEST_MILLIS = 30_000;

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "task");
		thread.setDaemon(true);
		return thread;
	});

	private final Task task;

	private final JsonMapper json;

	TaskController(Task task, JsonMapper json) {
		this.task = task;
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
		TaskOrder order = new TaskOrder(number, locked, lock, Duration.ofMillis(workMillis),
				Duration.ofMillis(waitMillis), (leaseMillis > 0) ? Duration.ofMillis(leaseMillis) : null);
		ResponseBodyEmitter emitter = new ResponseBodyEmitter(0L);
		Function<TaskEvent, String> format = asJson ? this.json::writeValueAsString : TaskEvent::line;
		this.threads.execute(() -> run(order, emitter, format));
		return ResponseEntity.ok()
			.contentType(asJson ? MediaType.APPLICATION_NDJSON : MediaType.TEXT_PLAIN)
			.body(emitter);
	}

	private void run(TaskOrder order, ResponseBodyEmitter emitter, Function<TaskEvent, String> format) {
		try {
			this.task.run(order, (event) -> send(emitter, format.apply(event) + "\n"));
			emitter.complete();
		}
		catch (RuntimeException ex) {
			emitter.completeWithError(ex);
		}
	}

	// The task goes on when nobody listens any more: it holds a lock, and a closed
	// browser
	// is no reason to leave work half done.
	private static void send(ResponseBodyEmitter emitter, String line) {
		try {
			emitter.send(line, MediaType.TEXT_PLAIN);
		}
		catch (IOException | IllegalStateException ex) {
			// nobody listens
		}
	}

	@PreDestroy
	void stop() {
		this.threads.shutdownNow();
	}

}
