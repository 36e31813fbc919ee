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
	public void play(Stage stage, boolean guarded) {
		awaitFree(stage);
		String before = latest(stage).path("at").asString("");
		stage.say(stage.here(), "the clock of every server strikes, and each starts the job");
		List<CompletableFuture<Answer>> due = Stream.of(stage.here(), stage.there())
			.map((server) -> stage.send(server, "POST", "/jobs"))
			.toList();
		due.forEach(CompletableFuture::join);
		List<JsonNode> runs = runs(stage).stream()
			.takeWhile((run) -> !run.path("at").asString("").equals(before))
			.toList();
		runs.forEach((run) -> stage.say(stage.here(),
				"the log says: run by " + run.path("server").asString("") + " at " + run.path("at").asString("")));
		stage.verdict(runs.size() == 1,
				((runs.size() == 1) ? "Due twice, run once. " : "Run " + runs.size() + " times. ")
						+ "The lock stays taken for 2 s, longer than two clocks differ.");
	}

	// The job is due by the clock every ten seconds as well, and keeps its lock for two
	private static void awaitFree(Stage stage) {
		for (int attempt = 0; attempt < 200 && stage.find("clean-up").isPresent(); attempt++) {
			stage.pass(20);
		}
	}

	private static JsonNode latest(Stage stage) {
		return stage.send(stage.here(), "GET", "/jobs").join().body().path(0);
	}

	private static List<JsonNode> runs(Stage stage) {
		return stage.send(stage.here(), "GET", "/jobs").join().body().valueStream().toList();
	}

}
