package io.github.lockstarter.sample.stage.etcd;

import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;

import io.github.lockstarter.test.FreePort;

import static org.assertj.core.api.Assertions.assertThat;

@ExtendWith(OutputCaptureExtension.class)
class LocalEtcdTests {

	private static final Consumer<EtcdProcess> NOBODY = (started) -> {
	};

	@Test
	void saysWhatToDoWhereThereIsNoProgram(CapturedOutput output) {
		URI address = URI.create("http://127.0.0.1:" + FreePort.pick());
		assertThat(LocalEtcd.ensure(address, Optional.empty(), NOBODY)).isEmpty();
		assertThat(output).contains("No etcd answers at " + address + ", and no program of that name is on the PATH")
			.contains("--distributed-lock.etcd.endpoints=");
	}

	@Test
	void startsNoneForAnotherMachine(CapturedOutput output) {
		assertThat(LocalEtcd.ensure(URI.create("http://etcd.invalid:2379"), Optional.of(Path.of("etcd")), NOBODY))
			.isEmpty();
		assertThat(output)
			.contains("No etcd answers at http://etcd.invalid:2379. The sample starts one on this machine");
	}

	@Test
	void programThatEndsAtOnceIsToldWithItsWords(CapturedOutput output) {
		URI address = URI.create("http://127.0.0.1:" + FreePort.pick());
		assertThat(LocalEtcd.ensure(address, Optional.of(Path.of("/no/such/etcd")), NOBODY)).isEmpty();
		assertThat(output).contains("the one started there did not come up: ").contains("/no/such/etcd");
	}

}
