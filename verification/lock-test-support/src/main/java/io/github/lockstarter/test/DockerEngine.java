package io.github.lockstarter.test;

import com.github.dockerjava.api.DockerClient;
import com.github.dockerjava.api.command.PullImageResultCallback;
import com.github.dockerjava.api.exception.NotFoundException;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.utility.DockerImageName;

/**
 * The Docker of this machine, or what says that it is one. Only this class and
 * {@link EtcdContainer} touch Testcontainers, so that nothing probes for Docker unless it
 * was asked for. Testcontainers removes the container when the JVM ends.
 */
final class DockerEngine implements ContainerEngine {

	private static final int REDIS_PORT = 6379;

	@Override
	public boolean answers() {
		return DockerClientFactory.instance().isDockerAvailable();
	}

	// Not left to the container: it would try for minutes what one answer says
	@Override
	public void pull(String image) {
		String name = DockerImageName.parse(image).asCanonicalNameString();
		DockerClient client = DockerClientFactory.instance().client();
		try {
			client.inspectImageCmd(name).exec();
		}
		catch (NotFoundException notHere) {
			pull(client, name);
		}
	}

	private static void pull(DockerClient client, String name) {
		try {
			client.pullImageCmd(name).exec(new PullImageResultCallback()).awaitCompletion();
		}
		catch (InterruptedException ex) {
			Thread.currentThread().interrupt();
			throw new IllegalStateException("interrupted while it was pulled", ex);
		}
	}

	// Closed by nobody but Testcontainers: it is the Redis of all tests of this JVM
	@Override
	@SuppressWarnings("resource")
	public Address run(String image) {
		DockerImageName name = DockerImageName.parse(image);
		GenericContainer<?> container = new GenericContainer<>(name).withExposedPorts(REDIS_PORT);
		container.start();
		return new Address(container.getHost(), container.getMappedPort(REDIS_PORT));
	}

}
