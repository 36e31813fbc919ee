package io.github.lockstarter.test;

import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * An etcd from a container. Testcontainers removes it when the JVM ends.
 */
final class EtcdContainer {

	private static final String IMAGE = "quay.io/coreos/etcd:v3.5.21";

	private static final int PORT = 2379;

	private EtcdContainer() {
	}

	@SuppressWarnings("resource")
	static String start() {
		GenericContainer<?> container = new GenericContainer<>(
				DockerImageName.parse(System.getProperty("lock.test.etcd.image", IMAGE)))
			.withExposedPorts(PORT)
			// its image has no shell to look with
			.waitingFor(Wait.forHttp("/health").forPort(PORT))
			.withCommand("/usr/local/bin/etcd", "--listen-client-urls", "http://0.0.0.0:" + PORT,
					"--advertise-client-urls", "http://0.0.0.0:" + PORT);
		container.start();
		return "http://" + container.getHost() + ":" + container.getMappedPort(PORT);
	}

}
