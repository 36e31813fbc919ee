package io.github.lockstarter.sample.stage;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

import io.github.lockstarter.sample.Patience;
import io.github.lockstarter.sample.SampleClient;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIOException;
import static org.awaitility.Awaitility.await;

/**
 * The sample where no Redis is: it starts one, and stops it last.
 */
// starts servers of its own, to end them: Ctrl-C stops their Redis last
@Tag("slow")
@Timeout(900)
class NothingInstalledIntegrationTests {

	@RegisterExtension
	private final ControlRoom controlRoom = new ControlRoom();

	private final int redisPort = FreePort.pick();

	// As Ctrl-C does it. Its signal is ignored by what a shell without jobs has started
	// in
	// the background, such as a build: SIGTERM never is.
	@Test
	void signalToAllOfThemStopsTheServersBeforeTheirRedis() throws Exception {
		Process shell = this.controlRoom.launchInItsOwnGroup("signalled-pair", "localhost", this.redisPort, "--pair",
				"--control-room.gates=false", "--logging.level.io.lettuce.core.protocol.ConnectionWatchdog=warn");
		Visitor visitor = new Visitor(this.controlRoom.awaitStarted().port());
		await().atMost(Patience.LIMIT).until(() -> visitor.read("/servers").size() == 2);
		long group = visitor.server(true).path("pid").asLong();
		assertThat(new ProcessBuilder("bash", "-c", "kill -TERM -- -" + group).start().waitFor()).isZero();
		shell.onExit().join();
		assertThat(this.controlRoom.said("signalled-pair")).contains("started one there")
			.doesNotContain(" WARN ", " ERROR ");
		assertThatIOException().isThrownBy(() -> connect(this.redisPort));
	}

	@Test
	void serversThatStartAtOnceKnowEachOtherAndShareTheRedisThatOneHasStarted() {
		this.controlRoom.launch("by-hand-one", "localhost", this.redisPort);
		this.controlRoom.launch("by-hand-other", "localhost", this.redisPort);
		SampleClient one = this.controlRoom.awaitStarted();
		SampleClient other = this.controlRoom.awaitStarted();
		assertThat(this.controlRoom.said("by-hand-one") + this.controlRoom.said("by-hand-other"))
			.containsOnlyOnce("started one there")
			.containsOnlyOnce("Uses the Redis that");
		assertThat(one.registerUnlocked("alice").join().status()).isEqualTo(201);
		assertThat(other.usersNamed("alice")).isOne();
		List<Integer> ports = Stream.of(one.port(), other.port()).sorted().toList();
		for (SampleClient server : List.of(one, other)) {
			await().atMost(Patience.LIMIT)
				.untilAsserted(() -> assertThat(new Visitor(server.port()).read("/servers")
					.valueStream()
					.map((known) -> known.path("port").asInt())).containsAll(ports));
		}
	}

	private static void connect(int port) throws Exception {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), 1000);
		}
	}

}
