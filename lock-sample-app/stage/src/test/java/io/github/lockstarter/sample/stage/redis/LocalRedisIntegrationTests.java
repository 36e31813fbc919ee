package io.github.lockstarter.sample.stage.redis;

import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.test.FreePort;
import io.github.lockstarter.test.TestRedis;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class LocalRedisIntegrationTests {

	@Test
	void startsOneWhereNoneAnswersAndStopsIt(CapturedOutput output) {
		int port = FreePort.pick();
		EmbeddedRedis redis = LocalRedis.ensure("localhost", port).orElseThrow();
		assertThat(RedisProbe.info(loopback(port)))
			.hasValueSatisfying((info) -> assertThat(redis.isSelf(info)).isTrue());
		assertThat(output).contains("No Redis answered at localhost:" + port + ": started one there");
		redis.stop();
		assertThat(RedisProbe.info(loopback(port))).isEmpty();
	}

	@Test
	void usesTheOneThatAnswers(CapturedOutput output) {
		try (TestRedis redis = TestRedis.start()) {
			assertThat(LocalRedis.ensure(redis.host(), redis.port())).isEmpty();
			assertThat(output).contains("Uses the Redis that answers at 127.0.0.1:" + redis.port());
		}
	}

	@Test
	void usesTheOneThatWantsAPassword() {
		try (TestRedis redis = TestRedis.start("--requirepass", "secret")) {
			assertThat(LocalRedis.ensure(redis.host(), redis.port())).isEmpty();
		}
	}

	@Test
	void oneOfManyThatStartAtOnceStartsIt() {
		int port = FreePort.pick();
		ExecutorService threads = Executors.newFixedThreadPool(4);
		List<EmbeddedRedis> started = Stream
			.generate(() -> CompletableFuture.supplyAsync(() -> LocalRedis.ensure("localhost", port), threads))
			.limit(4)
			.toList()
			.stream()
			.map(CompletableFuture::join)
			.flatMap(Optional::stream)
			.toList();
		threads.shutdown();
		assertThat(started).hasSize(1);
		assertThat(RedisProbe.info(loopback(port))).isPresent();
		started.forEach(EmbeddedRedis::stop);
		assertThat(RedisProbe.info(loopback(port))).as("one that came too late, and takes the port now").isEmpty();
	}

	@Test
	void startsNoneForAnotherMachine(CapturedOutput output) {
		assertThat(LocalRedis.ensure("redis.invalid", 6379)).isEmpty();
		assertThat(output).contains("No Redis answers at redis.invalid:6379");
	}

	// five seconds in which a Redis may still come: a stranger keeps its port
	@Tag("slow")
	@Test
	void portOfAnotherServerIsReported(CapturedOutput output) throws Exception {
		try (ServerSocket other = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
			assertThat(LocalRedis.ensure("127.0.0.1", other.getLocalPort())).isEmpty();
			assertThat(output).contains("Failed listening on port");
		}
	}

	private static InetSocketAddress loopback(int port) {
		return new InetSocketAddress(InetAddress.getLoopbackAddress(), port);
	}

}
