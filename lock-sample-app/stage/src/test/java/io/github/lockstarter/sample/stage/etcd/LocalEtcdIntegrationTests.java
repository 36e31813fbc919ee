package io.github.lockstarter.sample.stage.etcd;

import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.Consumer;
import java.util.stream.Stream;

import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.sample.stage.EtcdPair;
import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class LocalEtcdIntegrationTests {

	private static final Consumer<EtcdProcess> NOBODY = (started) -> {
	};

	private final URI address = URI.create("http://127.0.0.1:" + FreePort.pick());

	@BeforeAll
	static void assumeEtcd() {
		EtcdPair.assumeEtcd();
	}

	@Test
	void startsOneWhereNoneAnswersAndStopsIt(CapturedOutput output) {
		EtcdProcess etcd = LocalEtcd.ensure(this.address, EtcdProcess.program(), NOBODY).orElseThrow();
		assertThat(EtcdProcess.serving(this.address))
			.hasValueSatisfying((serving) -> assertThat(etcd.isSelf(serving)).isTrue());
		assertThat(output).contains("No etcd answered at " + this.address + ": started one there (process ");
		assertThat(LocalEtcd.ensure(this.address, EtcdProcess.program(), NOBODY)).isEmpty();
		assertThat(output).contains("Uses the etcd that answers at " + this.address);
		etcd.stop();
		assertThat(EtcdProcess.serving(this.address)).isEmpty();
	}

	@Test
	void oneOfManyThatStartAtOnceStartsIt() {
		ExecutorService threads = Executors.newFixedThreadPool(3);
		List<EtcdProcess> started = Stream
			.generate(() -> CompletableFuture
				.supplyAsync(() -> LocalEtcd.ensure(this.address, EtcdProcess.program(), NOBODY), threads))
			.limit(3)
			.toList()
			.stream()
			.map(CompletableFuture::join)
			.flatMap(Optional::stream)
			.toList();
		threads.shutdown();
		assertThat(started).hasSize(1);
		assertThat(EtcdProcess.serving(this.address)).isPresent();
		started.forEach(EtcdProcess::stop);
		assertThat(EtcdProcess.serving(this.address)).as("one that came too late, and takes the port now").isEmpty();
	}

}
