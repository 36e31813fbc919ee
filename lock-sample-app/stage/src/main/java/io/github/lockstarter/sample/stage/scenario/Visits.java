package io.github.lockstarter.sample.stage.scenario;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.sample.stage.scenario.Scene.Stay;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls.Answer;

/**
 * The calls of a scenario whose stays inside are reported; used by one thread.
 */
final class Visits {

	private final Scene scene;

	private final List<CompletableFuture<Visit>> all = new ArrayList<>();

	Visits(Scene scene) {
		this.scene = scene;
	}

	CompletableFuture<Visit> send(Server server, String who, String method, String path) {
		long asked = this.scene.millis();
		CompletableFuture<Visit> visit = this.scene.send(server, method, path).thenApply((answer) -> {
			Stay stay = this.scene.stay(who, asked, answer);
			if (stay != null) {
				this.scene.say(server, stay);
			}
			else {
				this.scene.say(server, who + " was not let in: " + answer.words());
			}
			return new Visit(who, answer, stay);
		});
		this.all.add(visit);
		return visit;
	}

	// Returns the visits that were inside.
	List<Visit> awaitAll() {
		return this.all.stream().map(CompletableFuture::join).filter((visit) -> visit.stay() != null).toList();
	}

	static long mostAtOnce(List<Visit> visits) {
		return visits.stream()
			.mapToLong((visit) -> visits.stream().filter((other) -> other.isInsideAt(visit.entered())).count())
			.max()
			.orElse(0);
	}

	record Visit(String who, Answer answer, @Nullable Stay stay) {

		private long entered() {
			return (this.stay != null) ? this.stay.enteredMicros() : 0;
		}

		private boolean isInsideAt(long micros) {
			return this.stay != null && this.stay.enteredMicros() <= micros && micros < this.stay.leftMicros();
		}

		boolean isBeside(Visit other) {
			return isInsideAt(other.entered()) || other.isInsideAt(entered());
		}

	}

}
