package io.github.lockstarter.sample.stage;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;

import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

import io.github.lockstarter.test.EtcdMembers;
import io.github.lockstarter.test.FreePort;

/**
 * Hands the tests of one class a {@link Pair} whose locks are in an etcd that the first
 * server has started; it ends with the last of them. Where there is no program of that
 * name the tests are skipped.
 */
public final class EtcdPair extends SharedPair implements BeforeAllCallback {

	@Override
	public void beforeAll(ExtensionContext context) {
		assumeEtcd();
		context.getStore(NAMESPACE)
			.put(Pair.class,
					new Pair("etcd-pair", "--store=etcd",
							"--distributed-lock.etcd.endpoints=http://127.0.0.1:" + FreePort.pick(),
							"--distributed-lock.etcd.session-ttl=9m"));
	}

	/**
	 * Skips the test where the sample could start none.
	 */
	public static void assumeEtcd() {
		Assumptions.assumeTrue(Stream.of(System.getenv("PATH").split(File.pathSeparator))
			.map((directory) -> Path.of(directory, "etcd"))
			.filter((program) -> Files.isRegularFile(program) && Files.isExecutable(program))
			.findFirst()
			.filter(EtcdMembers::hasGateway)
			.isPresent(), "no etcd of 3.4 or later on the PATH");
	}

	@Override
	Pair pair(ExtensionContext context) {
		return context.getStore(NAMESPACE).get(Pair.class, Pair.class);
	}

}
