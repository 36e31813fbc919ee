package io.github.lockstarter.sample.registration;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.sample.Visitor;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

/**
 * The sample where no Redis is.
 */
@Timeout(120)
class NothingInstalledIntegrationTests {

	@TempDir
	private Path logs;

	@Test
	void twoInstancesStartedAtOnceShareTheRedisOfOneOfThem() throws Exception {
		int redisPort = FreePort.pick();
		try (ControlRoom controlRoom = new ControlRoom()) {
			controlRoom.launch(this.logs.resolve("one.log"), "localhost", redisPort);
			controlRoom.launch(this.logs.resolve("other.log"), "localhost", redisPort);
			SampleClient one = controlRoom.awaitStarted();
			SampleClient other = controlRoom.awaitStarted();
			assertThat(one.registerUnlocked("alice").join().status()).isEqualTo(201);
			assertThat(other.usersNamed("alice")).isOne();
			assertThat(
					Files.readString(this.logs.resolve("one.log")) + Files.readString(this.logs.resolve("other.log")))
				.containsOnlyOnce("started one there")
				.containsOnlyOnce("Uses the Redis that");
		}
	}

	@Test
	void terminatedServerTakesItsRedisAndItsSecondServerAlong() throws Exception {
		int redisPort = FreePort.pick();
		try (ControlRoom controlRoom = new ControlRoom()) {
			Process server = controlRoom.launch(this.logs.resolve("one.log"), "localhost", redisPort, "--pair");
			Visitor visitor = new Visitor(controlRoom.awaitStarted().port());
			await().atMost(Duration.ofSeconds(60)).until(() -> visitor.read("/servers").size() == 2);
			connect(redisPort);
			int secondPort = visitor.read("/servers").path(1).path("port").asInt();
			connect(secondPort);
			server.toHandle().destroy();
			server.onExit().join();
			assertThatIOException().isThrownBy(() -> connect(redisPort));
			assertThatIOException().isThrownBy(() -> connect(secondPort));
		}
	}

	// As Ctrl-C does it. Its signal is ignored by what a shell without jobs has started
	// in
	// the background, such as a build: SIGTERM never is.
	@Test
	void signalToAllOfThemStopsTheServersBeforeTheirRedis() throws Exception {
		int redisPort = FreePort.pick();
		Path log = this.logs.resolve("pair.log");
		try (ControlRoom controlRoom = new ControlRoom()) {
			Process shell = controlRoom.launchInItsOwnGroup(log, "localhost", redisPort, "--pair",
					"--logging.level.io.lettuce.core.protocol.ConnectionWatchdog=warn");
			Visitor visitor = new Visitor(controlRoom.awaitStarted().port());
			await().atMost(Duration.ofSeconds(60)).until(() -> visitor.read("/servers").size() == 2);
			long group = visitor.read("/servers").path(0).path("pid").asLong();
			assertThat(new ProcessBuilder("bash", "-c", "kill -TERM -- -" + group).start().waitFor()).isZero();
			shell.onExit().join();
		}
		assertThat(Files.readString(log)).contains("started one there").doesNotContain(" WARN ", " ERROR ");
		assertThatIOException().isThrownBy(() -> connect(redisPort));
	}

	private static void connect(int port) throws Exception {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
		}
	}

}
