package io.github.lockstarter.sample;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import io.github.lockstarter.sample.registration.ControlRoom;
import io.github.lockstarter.test.TestRedis;

import static org.awaitility.Awaitility.await;

/**
 * Two servers, started by one command with {@code --pair}, on a Redis of their own. Tests
 * share them; they end with the JVM of the tests.
 */
record Pair(Visitor visitor, TestRedis redis) {

	private static Pair running;

	static synchronized Pair running() {
		if (running == null) {
			running = start();
		}
		running.awaitBoth();
		return running;
	}

	private static Pair start() {
		try {
			TestRedis redis = TestRedis.start();
			Path directory = Files.createTempDirectory("lock-sample-pair");
			ControlRoom controlRoom = new ControlRoom();
			controlRoom.launch(directory.resolve("pair.log"), redis.host(), redis.port(), "--pair",
					"--sample.database.path=" + directory.resolve("stock"), "--control-room.gates=false",
					"--sample.timeline.work-time=100ms", "--sample.job.cron=-");
			return new Pair(new Visitor(controlRoom.awaitStarted().port()), redis);
		}
		catch (IOException ex) {
			throw new IllegalStateException(ex);
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException(ex);
		}
	}

	void awaitBoth() {
		await("two servers").atMost(Duration.ofSeconds(60)).until(() -> this.visitor.read("/servers").size() == 2);
	}

}
