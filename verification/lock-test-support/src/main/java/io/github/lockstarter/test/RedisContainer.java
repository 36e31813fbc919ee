package io.github.lockstarter.test;

import io.github.lockstarter.test.ContainerEngine.Address;

/**
 * A Redis from a container, or one sentence that says what is missing and what to do.
 */
final class RedisContainer {

	static final String IMAGE_PROPERTY = "lock.test.redis.image";

	static final String DEFAULT_IMAGE = "redis:7.4-alpine";

	private final ContainerEngine engine;

	private final String image;

	RedisContainer(ContainerEngine engine, String image) {
		this.engine = engine;
		this.image = image;
	}

	/**
	 * Starts it. The image is resolved before, so that the two can be told apart.
	 * @return where it listens
	 * @throws IllegalStateException if there is none
	 */
	Address start() {
		if (!isEngineThere()) {
			throw new IllegalStateException("The tests were asked to take their Redis from a container "
					+ "(-Ptestcontainers, or -Dlock.test.redis=testcontainers), but no Docker answers. Start Docker, or "
					+ "leave the profile out: the embedded Redis needs none.");
		}
		try {
			this.engine.pull(this.image);
		}
		catch (RuntimeException ex) {
			throw new IllegalStateException("The image " + this.image + " is not on this machine and cannot be pulled: "
					+ reason(ex) + ". Try \"docker pull " + this.image
					+ "\", or name another image of Redis or Valkey: -D" + IMAGE_PROPERTY + "=...", ex);
		}
		try {
			return this.engine.run(this.image);
		}
		catch (RuntimeException ex) {
			throw new IllegalStateException(
					"The image " + this.image + " is there, but no Redis started from it: " + reason(ex), ex);
		}
	}

	private boolean isEngineThere() {
		try {
			return this.engine.answers();
		}
		catch (RuntimeException ex) {
			throw new IllegalStateException("Docker answers, but Testcontainers cannot use it: " + reason(ex)
					+ ". If its own image, testcontainers/ryuk, cannot be pulled here, set the environment variable "
					+ "TESTCONTAINERS_RYUK_DISABLED=true", ex);
		}
	}

	private static String reason(Throwable failure) {
		Throwable reason = failure;
		while (reason.getCause() != null) {
			reason = reason.getCause();
		}
		return String.valueOf(reason.getMessage()).strip();
	}

	@Override
	public String toString() {
		return "a container of " + this.image;
	}

}
