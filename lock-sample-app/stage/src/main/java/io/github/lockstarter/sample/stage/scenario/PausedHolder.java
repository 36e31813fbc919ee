package io.github.lockstarter.sample.stage.scenario;

import java.util.concurrent.CompletableFuture;

import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.page.LockBoard.HeldLock;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * A holder is paused past its lease; the next one enters, then the first one resumes and
 * writes. Guarded: with the fencing token in the statement.
 */
@Component
class PausedHolder implements Scenario {

	private static final int BAGS = 10;

	@Override
	public String name() {
		return "paused-holder";
	}

	@Override
	public void play(Scene scene, boolean guarded) {
		String article = scene.fresh("coffee");
		String lock = "stock:" + article;
		String path = "/stock/" + article + "/reservations?fenced=" + guarded + "&";
		Answer filled = scene.send(scene.here(), "PUT", "/stock/" + article + "?bags=" + BAGS).join();
		if (filled.status() != 200) {
			throw new IllegalStateException("The stock cannot be filled: " + filled.words());
		}
		scene.say(scene.here(), "the database has " + BAGS + " bags of " + article);
		scene.send(scene.there(), "GET", "/stock/" + article).join();
		CompletableFuture<Answer> paused = scene.send(scene.there(), "POST", path + "bags=4&pauseMillis=2500");
		HeldLock first = scene.awaitHolder(lock, 0, paused);
		scene.say(scene.there(), "holds " + lock + " for 1 s (token " + first.fencingToken() + "), reads " + BAGS
				+ " bags, wants 4, and is paused for 2.5 s");
		CompletableFuture<Answer> next = scene.send(scene.here(), "POST", path + "bags=3&pauseMillis=200");
		HeldLock second = scene.awaitHolder(lock, first.fencingToken(), next);
		scene.say(scene.here(),
				"enters when that lease is over (token " + second.fencingToken() + ", larger), wants 3");
		scene.say(scene.here(), "has written: " + next.join().body().path("bags").asInt(-1) + " bags left");
		Answer late = paused.join();
		scene.say(scene.there(), "wakes up and writes, too late: " + late.words());
		int left = scene.send(scene.here(), "GET", "/stock/" + article).join().body().path("bags").asInt(-1);
		scene.verdict(left == BAGS - 3,
				(left == BAGS - 3)
						? "The database says 7 bags: the late write was refused, because its token is smaller."
						: "The database says " + left
								+ " bags, as if the 3 had never been sold: the late write has overwritten it. "
								+ "Its holder got an exception about the lost lock, but only after the write.");
	}

}
