package io.github.lockstarter.sample.stage.scenario;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

import jakarta.annotation.PreDestroy;
import org.springframework.http.HttpStatus;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.servlet.mvc.method.annotation.ResponseBodyEmitter;

import io.github.lockstarter.LockException;
import io.github.lockstarter.sample.stage.page.EventHub;
import io.github.lockstarter.sample.stage.page.LockBoard;
import io.github.lockstarter.sample.stage.servers.ServerCalls;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;

/**
 * Plays a scenario, and reports its steps to the caller and the pages while it plays.
 */
@RestController
class ScenarioController {

	private final ExecutorService threads = Executors.newCachedThreadPool((task) -> {
		Thread thread = new Thread(task, "scenario");
		thread.setDaemon(true);
		return thread;
	});

	private final AtomicInteger runs = new AtomicInteger();

	private final Map<String, Scenario> scenarios = new TreeMap<>();

	private final ServerDirectory servers;

	private final ServerCalls calls;

	private final LockBoard board;

	private final EventHub hub;

	ScenarioController(List<Scenario> scenarios, ServerDirectory servers, ServerCalls calls, LockBoard board,
			EventHub hub) {
		scenarios.forEach((scenario) -> this.scenarios.put(scenario.name(), scenario));
		this.servers = servers;
		this.calls = calls;
		this.board = board;
		this.hub = hub;
	}

	@GetMapping("/scenarios")
	Iterable<String> names() {
		return this.scenarios.keySet();
	}

	@PostMapping("/scenarios/{name}")
	ResponseEntity<ResponseBodyEmitter> play(@PathVariable String name,
			@RequestParam(defaultValue = "true") boolean guarded) {
		Scenario scenario = this.scenarios.get(name);
		if (scenario == null) {
			throw new ResponseStatusException(HttpStatus.NOT_FOUND,
					"There is no scenario \"" + name + "\", only " + this.scenarios.keySet());
		}
		ResponseBodyEmitter emitter = new ResponseBodyEmitter(0L);
		Consumer<Scene.Step> audience = (step) -> {
			this.hub.send("step", step);
			send(emitter, step.line() + "\n");
		};
		Scene scene = new Scene(name, this.runs.incrementAndGet(), guarded, this.servers, this.calls, this.board,
				audience);
		this.threads.execute(() -> {
			play(scenario, scene, guarded);
			emitter.complete();
		});
		return ResponseEntity.ok().contentType(MediaType.TEXT_PLAIN).body(emitter);
	}

	private static void play(Scenario scenario, Scene scene, boolean guarded) {
		try {
			scenario.play(scene, guarded);
		}
		catch (LockException ex) {
			scene.failed("The locks are unavailable, so no caller gets one: " + ex.getMessage());
		}
		catch (CompletionException ex) {
			scene.failed(String.valueOf(((ex.getCause() != null) ? ex.getCause() : ex).getMessage()));
		}
		catch (RuntimeException ex) {
			scene.failed(String.valueOf(ex.getMessage()));
		}
	}

	private static void send(ResponseBodyEmitter emitter, String line) {
		try {
			emitter.send(line, MediaType.TEXT_PLAIN);
		}
		catch (IOException | IllegalStateException ex) {
			// the caller has disconnected
		}
	}

	@PreDestroy
	void stop() {
		this.threads.shutdownNow();
	}

}
