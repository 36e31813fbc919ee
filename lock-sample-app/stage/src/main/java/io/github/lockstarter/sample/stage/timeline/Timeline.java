package io.github.lockstarter.sample.stage.timeline;

import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Supplier;
import java.util.stream.Stream;

import jakarta.validation.constraints.Max;
import jakarta.validation.constraints.Min;
import org.jspecify.annotations.Nullable;
import org.springframework.beans.factory.annotation.Value;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;
import tools.jackson.databind.json.JsonMapper;

import io.github.lockstarter.sample.stage.page.EventHub;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;
import io.github.lockstarter.sample.stage.timeline.TaskEvent.Kind;

/**
 * Starts tasks at once on all servers, and sends their events to the pages, one run at a
 * time. The last run of each kind is kept for pages that open later. Over HTTP it
 * responds line by line while the tasks run.
 */
@RestController
class Timeline {

	private final ServerDirectory servers;

	private final ServerCalls calls;

	private final EventHub hub;

	private final JsonMapper json;

	private final Duration workTime;

	private final AtomicInteger runs = new AtomicInteger();

	private final AtomicBoolean running = new AtomicBoolean();

	private final Map<Boolean, Supplier<Run>> last = new ConcurrentHashMap<>();

	Timeline(ServerDirectory servers, ServerCalls calls, EventHub hub, JsonMapper json,
			@Value("${sample.timeline.work-time}") Duration workTime) {
		this.servers = servers;
		this.calls = calls;
		this.hub = hub;
		this.json = json;
		this.workTime = workTime;
	}

	@PostMapping("/timelines")
	ResponseEntity<ResponseBodyEmitter> play(@RequestParam(defaultValue = "true") boolean locked,
			@RequestParam(defaultValue = "10") @Min(1) @Max(20) int tasks,
			@RequestParam(required = false) @Min(1) @Max(1000) @Nullable Integer workMillis) {
		ResponseBodyEmitter emitter = new ResponseBodyEmitter(0L);
		long began = System.currentTimeMillis() * 1000;
		start(locked, tasks, (workMillis != null) ? workMillis : (int) this.workTime.toMillis(),
				(event) -> send(emitter,
						"%-9s %s".formatted(event.server().replace("server ", ":"), event.line(began))))
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.CONFLICT,
					"Another run is not over yet. Try again when it is."))
			.whenComplete((run, ex) -> {
				send(emitter, "At most " + run.mostAtOnce() + " of " + run.tasks() + " tasks worked at the same time.");
				emitter.complete();
			});
		return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(emitter);
	}

	@GetMapping("/timelines")
	List<Run> last() {
		return Stream.of(last(false), last(true)).flatMap(Optional::stream).toList();
	}

	private static void send(ResponseBodyEmitter emitter, String line) {
		synchronized (emitter) {
			try {
				emitter.send(line + "\n", MediaType.TEXT_PLAIN);
			}
			catch (IOException | IllegalStateException ex) {
				// the caller has disconnected
			}
		}
	}

	// Starts the tasks on the servers in turn. Empty if another run has not ended yet;
	// otherwise completes when the last task has ended.
	private Optional<CompletableFuture<Run>> start(boolean locked, int tasks, int workMillis,
			Consumer<TaskEvent> report) {
		if (!this.running.compareAndSet(false, true)) {
			return Optional.empty();
		}
		return Optional.of(run(locked, tasks, workMillis, report).whenComplete((run, ex) -> this.running.set(false)));
	}

	private CompletableFuture<Run> run(boolean locked, int tasks, int workMillis, Consumer<TaskEvent> report) {
		int id = this.runs.incrementAndGet();
		ConcurrentLinkedQueue<TaskEvent> events = new ConcurrentLinkedQueue<>();
		Consumer<TaskEvent> told = (event) -> {
			events.add(event);
			this.hub.send("task", new RunEvent(id, locked, event));
			report.accept(event);
		};
		Supplier<Run> soFar = () -> Run.of(id, locked, tasks, false, events);
		this.last.put(locked, soFar);
		this.hub.send("run", soFar.get());
		List<Server> all = this.servers.servers();
		List<CompletableFuture<Void>> running = new ArrayList<>();
		for (int number = 1; number <= tasks; number++) {
			Server server = all.get((number - 1) % all.size());
			running.add(run(server, number, locked, workMillis, told));
		}
		return CompletableFuture.allOf(running.toArray(CompletableFuture[]::new)).thenApply((nothing) -> {
			Run run = Run.of(id, locked, tasks, true, events);
			this.last.put(locked, () -> run);
			this.hub.send("run", run);
			return run;
		});
	}

	private Optional<Run> last(boolean locked) {
		return Optional.ofNullable(this.last.get(locked)).map(Supplier::get);
	}

	private CompletableFuture<Void> run(Server server, int number, boolean locked, int workMillis,
			Consumer<TaskEvent> told) {
		String path = "/tasks/" + number + "?locked=" + locked + "&workMillis=" + workMillis;
		return this.calls.stream(server, path, (line) -> told.accept(this.json.readValue(line, TaskEvent.class)))
			.exceptionally((ex) -> {
				told.accept(new TaskEvent(number, server.name(), Kind.FAILED, System.currentTimeMillis() * 1000, "", 0,
						server.name() + " has gone."));
				return null;
			});
	}

	// The events so far, ordered by time.
	record Run(int id, boolean locked, int tasks, boolean complete, List<TaskEvent> events) {

		private static Run of(int id, boolean locked, int tasks, boolean complete, Collection<TaskEvent> events) {
			return new Run(id, locked, tasks, complete,
					events.stream().sorted(Comparator.comparingLong(TaskEvent::atMicros)).toList());
		}

		int mostAtOnce() {
			int now = 0;
			int most = 0;
			for (TaskEvent event : this.events) {
				now += (event.kind() == Kind.START) ? 1 : (event.kind() == Kind.END) ? -1 : 0;
				most = Math.max(most, now);
			}
			return most;
		}

	}

	record RunEvent(int run, boolean locked, TaskEvent event) {

	}

}
