package io.github.lockstarter.test;

import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * A Consul from a container. Testcontainers removes it when the JVM ends.
 */
final class ConsulContainer {

	private static final String IMAGE = "hashicorp/consul:1.20";

	private static final int PORT = 8500;

	private ConsulContainer() {
	}

	@SuppressWarnings("resource")
	static String start() {
		GenericContainer<?> container = new GenericContainer<>(
				DockerImageName.parse(System.getProperty("lock.test.consul.image", IMAGE)))
			.withExposedPorts(PORT)
			.waitingFor(Wait.forHttp("/v1/status/leader").forPort(PORT))
			.withCommand("agent", "-dev", "-client", "0.0.0.0", "-hcl", "session_ttl_min=\"2s\"");
		container.start();
		return "http://" + container.getHost() + ":" + container.getMappedPort(PORT);
	}

}
