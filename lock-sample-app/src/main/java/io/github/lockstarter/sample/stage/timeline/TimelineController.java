package io.github.lockstarter.sample.stage.timeline;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
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

import io.github.lockstarter.sample.stage.timeline.Timeline.Run;

/**
 * Starts the tasks of a timeline; answers line by line, in words, while they run.
 */
@RestController
class TimelineController {

	private final Timeline timeline;

	private final Duration workTime;

	TimelineController(Timeline timeline, @Value("${sample.timeline.work-time}") Duration workTime) {
		this.timeline = timeline;
		this.workTime = workTime;
	}

	@PostMapping("/timelines")
	ResponseEntity<ResponseBodyEmitter> start(@RequestParam(defaultValue = "true") boolean locked,
			@RequestParam(defaultValue = "10") @Min(1) @Max(20) int tasks,
			@RequestParam(required = false) @Min(1) @Max(1000) @Nullable Integer workMillis) {
		ResponseBodyEmitter emitter = new ResponseBodyEmitter(0L);
		long began = System.currentTimeMillis() * 1000;
		this.timeline
			.start(locked, tasks, (workMillis != null) ? workMillis : (int) this.workTime.toMillis(),
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
		return Stream.of(this.timeline.last(false), this.timeline.last(true)).flatMap(Optional::stream).toList();
	}

	private static void send(ResponseBodyEmitter emitter, String line) {
		synchronized (emitter) {
			try {
				emitter.send(line + "\n", MediaType.TEXT_PLAIN);
			}
			catch (IOException | IllegalStateException ex) {
				// nobody listens
			}
		}
	}

}
