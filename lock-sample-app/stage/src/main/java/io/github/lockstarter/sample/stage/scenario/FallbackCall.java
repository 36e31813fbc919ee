package io.github.lockstarter.sample.stage.scenario;

import java.util.concurrent.CompletableFuture;

import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * A caller has a fallback while another server holds the lock.
 */
@Component
class FallbackCall implements Scenario {

	@Override
	public String name() {
		return "fallback";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		Answer first = scene.send(scene.here(), "POST", "/report").join();
		if (first.status() != 200) {
			throw new IllegalStateException("No report can be built: " + first.words());
		}
		scene.say(scene.here(), "has built a report, at " + time(first));
		CompletableFuture<Answer> building = scene.send(scene.there(), "POST", "/report?pauseMillis=1500");
		scene.say(scene.there(), "builds a new one under the lock " + scene.awaitHolder("report", 0, building).name()
				+ ", which takes 1.5 s");
		Answer meanwhile = scene.send(scene.here(), "POST", "/report?pauseMillis=1500").join();
		scene.say(scene.here(), "is asked meanwhile, and answers after " + meanwhile.millis()
				+ " ms with the report of " + time(meanwhile) + ": its fallback");
		Answer built = building.join();
		scene.say(scene.there(), "has built the report of " + time(built));
		scene.verdict(!meanwhile.body().path("fresh").asBoolean(true) && built.body().path("fresh").asBoolean(false),
				"Built once. The second caller was served the last report instead of waiting 1.5 s.");
	}

	private static String time(Answer answer) {
		String builtAt = answer.body().path("builtAt").asString("");
		return (builtAt.length() > 23) ? builtAt.substring(11, 23) : builtAt;
	}

}
