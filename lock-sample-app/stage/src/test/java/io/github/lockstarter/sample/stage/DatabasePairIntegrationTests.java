package io.github.lockstarter.sample.stage;

import java.io.IOException;
import java.io.Reader;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.NetworkInterface;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Properties;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import tools.jackson.databind.JsonNode;

import io.github.lockstarter.sample.stage.Visitor.Events;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * On one H2 database, which the first server serves to the second.
 */
// starts two more servers
@Tag("slow")
@ExtendWith(DatabasePair.class)
class DatabasePairIntegrationTests extends RegistrationOnTwoServers {

	private final Pair pair;

	private final Visitor visitor;

	DatabasePairIntegrationTests(Pair pair) {
		super(pair);
		this.pair = pair;
		this.visitor = pair.visitor();
	}

	@Test
	void nobodyStartsOrAsksARedis() {
		assertThat(this.pair.said().lines().filter((line) -> line.contains("keeps the distributed locks"))).hasSize(2)
			.allMatch((line) -> line.contains("H2 at "));
		assertThat(this.pair.said()).doesNotContain("Redis");
		assertThat(isServed(InetAddress.getLoopbackAddress(), this.pair.redisPort())).isFalse();
	}

	@Test
	void pageSaysWhichStoreItIs() throws Exception {
		try (Events events = this.visitor.events()) {
			JsonNode state = events.await("state", (told) -> told.path("storeAnswers").asBoolean());
			assertThat(state.path("store").asString()).isEqualTo("H2");
			assertThat(Path.of(state.path("storeAddress").asString() + ".mv.db")).isRegularFile();
		}
		assertThat(this.visitor.read("/actuator/health/distributedLocks").path("details").path("store").asString())
			.startsWith("H2 at ");
	}

	@Test
	void databaseIsServedOnThisMachineOnly() throws Exception {
		String[] server = served().getProperty("server").split(":");
		int port = Integer.parseInt(server[1]);
		assertThat(InetAddress.getByName(server[0]).isLoopbackAddress()).isTrue();
		assertThat(isServed(InetAddress.getByName(server[0]), port)).isTrue();
		assertThat(NetworkInterface.networkInterfaces()
			.flatMap(NetworkInterface::inetAddresses)
			.filter((address) -> !address.isLoopbackAddress())).noneMatch((address) -> isServed(address, port));
	}

	// What H2 writes down for those that find the file open
	private Properties served() throws Exception {
		try (Events events = this.visitor.events()) {
			JsonNode state = events.await("state", (told) -> true);
			Properties served = new Properties();
			try (Reader reader = Files.newBufferedReader(Path.of(state.path("storeAddress").asString() + ".lock.db"))) {
				served.load(reader);
			}
			return served;
		}
	}

	@Test
	void tasksOfBothServersTakeTurns() {
		assertThat(this.visitor.post("/timelines?locked=true&tasks=6&workMillis=30"))
			.contains("At most 1 of 6 tasks worked at the same time.")
			.contains(this.visitor.server(true).path("port").asString() + " ")
			.contains(this.visitor.server(false).path("port").asString() + " ");
	}

	@Test
	void allThatTheServersShareIsInTheDatabase() {
		assertThat(this.visitor.post("/scenarios/cache-miss")).contains("The origin was asked once for 20 callers.");
		assertThat(this.visitor.post("/scenarios/due-job")).contains("Due twice, run once.");
		assertThat(this.visitor.post("/scenarios/readers-and-writer")).contains("and the writer alone. No reader saw");
		assertThat(this.visitor.post("/scenarios/three-permits")).contains("never more than 3 at once.");
		assertThat(this.visitor.post("/scenarios/killed-master")).contains("Start the sample with --cluster.");
	}

	private static boolean isServed(InetAddress address, int port) {
		try (Socket socket = new Socket()) {
			socket.connect(new InetSocketAddress(address, port), 1000);
			return true;
		}
		catch (IOException ex) {
			return false;
		}
	}

}
