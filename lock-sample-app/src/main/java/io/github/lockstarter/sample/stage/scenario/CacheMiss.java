package io.github.lockstarter.sample.stage.scenario;

import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;

import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * Twenty callers want a price that has just run out of the cache. Guarded: with the lock
 * around the refill.
 */
@Component
class CacheMiss implements Scenario {

	private static final int CALLERS = 20;

	@Override
	public String name() {
		return "cache-miss";
	}

	@Override
	public void play(Stage stage, boolean guarded) {
		String article = stage.fresh("tea");
		String path = (guarded ? "" : "/unlocked") + "/prices/" + article;
		List<Server> servers = List.of(stage.here(), stage.there());
		stage.say(stage.here(), "the cache has no price for " + article + "; " + CALLERS
				+ " callers ask at once; the origin takes 400 ms for an answer");
		List<CompletableFuture<Answer>> calls = IntStream.range(0, CALLERS)
			.mapToObj((i) -> stage.send(servers.get(i % 2), "GET", path))
			.toList();
		List<Answer> answers = calls.stream().map(CompletableFuture::join).toList();
		long served = answers.stream().filter((answer) -> answer.status() == 200).count();
		if (served == 0) {
			throw new IllegalStateException("Nobody has a price: " + answers.get(0).words());
		}
		long slowest = answers.stream().mapToLong(Answer::millis).max().orElse(0);
		stage.say(stage.here(), served + " callers have their price, the slowest after " + slowest + " ms");
		long asked = stage.send(stage.here(), "GET", path).join().body().path("originAsked").asLong(-1);
		stage.verdict(asked == 1 && served == CALLERS,
				"The origin was asked " + ((asked == 1) ? "once" : asked + " times") + " for " + CALLERS + " callers.");
	}

}
