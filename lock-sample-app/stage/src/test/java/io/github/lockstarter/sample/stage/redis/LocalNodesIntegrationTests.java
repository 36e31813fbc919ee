package io.github.lockstarter.sample.stage.redis;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

import io.github.lockstarter.sample.stage.redis.LocalNodes.Kind;
import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

class LocalNodesIntegrationTests {

	private final List<Integer> ports = Stream.generate(FreePort::pick).distinct().limit(2).toList();

	@TempDir
	private Path directory;

	private LocalNodes nodes;

	@BeforeEach
	void make() {
		this.nodes = another();
	}

	@AfterEach
	void stop() {
		this.nodes.stop();
		assertThat(this.nodes.all()).noneMatch(LocalNode::isRunning);
	}

	private LocalNodes another() {
		return new LocalNodes(Kind.QUORUM, this.directory, this.ports);
	}

	@Test
	void secondInstanceUsesTheNodesOfTheFirstAndCanKillAndStartThem() {
		assertThat(this.nodes.ensure()).isTrue();
		LocalNodes second = another();
		assertThat(second.all().get(0).kill()).isTrue();
		assertThat(this.nodes.all()).extracting(LocalNode::isRunning).containsExactly(false, true);
		long other = this.nodes.all().get(1).pid();
		assertThat(second.ensure()).as("is to end them").isFalse();
		assertThat(this.nodes.all()).allMatch(LocalNode::isRunning);
		assertThat(this.nodes.all().get(1).pid()).isEqualTo(other);
	}

	@Test
	void whatAKilledInstanceHasLeftBehindIsEnded() throws Exception {
		this.nodes.ensure();
		this.nodes.all().get(0).ask(List.of(List.of("SET", "left", "behind")));
		Process killed = new ProcessBuilder("true").start();
		killed.waitFor();
		Files.writeString(this.directory.resolve("owner"), Long.toString(killed.pid()));
		assertThat(another().ensure()).as("is to end them").isTrue();
		assertThat(this.nodes.all()).allMatch(LocalNode::isRunning);
		assertThat(this.nodes.all().get(0).ask(List.of(List.of("EXISTS", "left")))).containsExactly("0");
	}

	@Test
	void redisOfSomebodyElseIsLeftAlone() throws IOException {
		try (TestRedis other = TestRedis.start()) {
			LocalNodes inTheWay = new LocalNodes(Kind.QUORUM, this.directory, List.of(this.ports.get(0), other.port()));
			assertThatIllegalStateException().isThrownBy(inTheWay::ensure)
				.withMessageContaining("Another Redis serves at port " + other.port())
				.withMessageContaining("--sample.nodes.quorum-ports");
			assertThat(other.cli("PING")).isEqualTo("PONG");
			assertThat(this.nodes.all()).noneMatch(LocalNode::isRunning);
		}
	}

}
