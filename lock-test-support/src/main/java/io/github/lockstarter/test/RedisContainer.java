package io.github.lockstarter.test;

import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * A Redis from a container. The only class that touches Testcontainers, so that nothing
 * probes for Docker unless it was asked for. Testcontainers removes the container when
 * the JVM ends.
 */
final class RedisContainer {

	private static final String IMAGE = "redis:7.4-alpine";

	private final GenericContainer<?> container;

	RedisContainer() {
		try {
			this.container = new GenericContainer<>(DockerImageName.parse(IMAGE)).withExposedPorts(6379);
			this.container.start();
		}
		catch (RuntimeException ex) {
			throw new IllegalStateException("The tests were asked to take their Redis from a container "
					+ "(-Ptestcontainers, or -Dlock.test.redis=testcontainers), but " + IMAGE + " did not start. "
					+ "Start Docker, or leave the profile out: the embedded Redis needs none.", ex);
		}
	}

	String host() {
		return this.container.getHost();
	}

	int port() {
		return this.container.getMappedPort(6379);
	}

	@Override
	public String toString() {
		return "a container of " + IMAGE;
	}

}
