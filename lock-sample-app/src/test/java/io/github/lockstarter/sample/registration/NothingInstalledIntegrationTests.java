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
 * The sample where no Redis is: it starts one, and stops it last.
 */
@Timeout(120)
class NothingInstalledIntegrationTests {

	@TempDir
	private Path logs;

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
