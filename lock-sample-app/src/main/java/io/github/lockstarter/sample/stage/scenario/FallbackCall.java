package io.github.lockstarter.sample.stage.scenario;

import java.util.concurrent.CompletableFuture;

import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * A caller that has something else to offer while another server holds the lock.
 */
@Component
class FallbackCall implements Scenario {

	@Override
	public String name() {
		return "fallback";
	}

	@Override
	public void play(Stage stage, boolean guarded) {
		Answer first = stage.send(stage.here(), "POST", "/report").join();
		if (first.status() != 200) {
			throw new IllegalStateException("No report can be built: " + first.words());
		}
		stage.say(stage.here(), "has built a report, at " + time(first));
		CompletableFuture<Answer> building = stage.send(stage.there(), "POST", "/report?pauseMillis=1500");
		stage.say(stage.there(), "builds a new one under the lock " + stage.awaitHolder("report", 0, building).name()
				+ ", which takes 1.5 s");
		Answer meanwhile = stage.send(stage.here(), "POST", "/report?pauseMillis=1500").join();
		stage.say(stage.here(), "is asked meanwhile, and answers after " + meanwhile.millis()
				+ " ms with the report of " + time(meanwhile) + ": its fallback");
		Answer built = building.join();
		stage.say(stage.there(), "has built the report of " + time(built));
		stage.verdict(!meanwhile.body().path("fresh").asBoolean(true) && built.body().path("fresh").asBoolean(false),
				"Built once. Who came second was served the last report instead of waiting 1.5 s.");
	}

	private static String time(Answer answer) {
		String builtAt = answer.body().path("builtAt").asString("");
		return (builtAt.length() > 23) ? builtAt.substring(11, 23) : builtAt;
	}

}
