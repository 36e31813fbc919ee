package io.github.lockstarter.sample.stage.scenario;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;

import org.springframework.stereotype.Component;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * A job is due on both servers at the same moment.
 */
@Component
class DueJob implements Scenario {

	@Override
	public String name() {
		return "due-job";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		awaitFree(scene);
		String before = latest(scene).path("at").asString("");
		scene.say(scene.here(), "the clock of every server strikes, and each starts the job");
		List<CompletableFuture<Answer>> due = Stream.of(scene.here(), scene.there())
			.map((server) -> scene.send(server, "POST", "/jobs"))
			.toList();
		due.forEach(CompletableFuture::join);
		List<JsonNode> runs = runs(scene).stream()
			.takeWhile((run) -> !run.path("at").asString("").equals(before))
			.toList();
		runs.forEach((run) -> scene.say(scene.here(),
				"the log says: run by " + run.path("server").asString("") + " at " + run.path("at").asString("")));
		scene.verdict(runs.size() == 1,
				((runs.size() == 1) ? "Due twice, run once. " : "Run " + runs.size() + " times. ")
						+ "The lock stays taken for 2 s, longer than two clocks differ.");
	}

	// the job is also due every ten seconds, and keeps its lock for two
	private static void awaitFree(Scene scene) {
		for (int attempt = 0; attempt < 200 && scene.find("clean-up").isPresent(); attempt++) {
			scene.pass(20);
		}
	}

	private static JsonNode latest(Scene scene) {
		return scene.send(scene.here(), "GET", "/jobs").join().body().path(0);
	}

	private static List<JsonNode> runs(Scene scene) {
		return scene.send(scene.here(), "GET", "/jobs").join().body().valueStream().toList();
	}

}
