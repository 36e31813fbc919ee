package io.github.lockstarter.sample.stage.scenario;

import java.util.concurrent.CompletableFuture;

import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.page.LockBoard.HeldLock;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * A caller does not want to wait while another server holds the lock.
 */
@Component
class FailFast implements Scenario {

	@Override
	public String name() {
		return "fail-fast";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		String file = scene.fresh("file");
		String lock = "import:" + file;
		CompletableFuture<Void> holding = scene.hold(scene.there(), lock, 5000, 1500);
		HeldLock held = scene.awaitHolder(lock, 0, holding);
		scene.say(scene.there(), "holds " + lock + " and works for 1.5 s (token " + held.fencingToken() + ")");
		Answer answer = scene.send(scene.here(), "POST", "/imports/" + file).join();
		scene.say(scene.here(), "asks with a wait time of 0: " + answer.status() + " "
				+ answer.body().path("title").asString("") + ", after " + answer.millis() + " ms");
		holding.join();
		scene.say(scene.there(), "has finished its work and released the lock");
		Answer again = scene.send(scene.here(), "POST", "/imports/" + file).join();
		scene.say(scene.here(), "asks again: " + again.status() + ", it gets the lock immediately");
		scene.verdict(answer.status() == 422 && again.status() == 204, (answer.status() == 422)
				? "Answered without a wait: the answer took " + answer.millis() + " ms, the other's work 1500 ms."
				: "That was not expected: " + answer.status());
	}

}
