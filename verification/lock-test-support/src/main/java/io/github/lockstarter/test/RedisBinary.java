package io.github.lockstarter.test;

import java.io.IOException;
import java.nio.file.Path;
import java.util.Optional;

import org.jspecify.annotations.Nullable;
import redis.embedded.RedisExecProvider;

/**
 * The redis-server binary: the program that the environment names, else the one that
 * comes as a dependency, unpacked once per JVM.
 */
final class RedisBinary {

	private static @Nullable String path;

	private RedisBinary() {
	}

	static synchronized String path() {
		if (path == null) {
			Optional<Path> named = NamedProgram.of(SharedRedis.VARIABLE);
			if (named.isPresent()) {
				path = named.get().toString();
				return path;
			}
			try {
				path = RedisExecProvider.defaultProvider().get().getAbsolutePath();
			}
			catch (IOException | RuntimeException ex) {
				throw new IllegalStateException("There is no embedded Redis for " + System.getProperty("os.name") + " "
						+ System.getProperty("os.arch") + " (Linux and macOS on amd64 and arm64 have one, Windows "
						+ "has none: use WSL). Ordinary tests also run against a Redis of yours: set the environment "
						+ "variable LOCK_TEST_REDIS=host:port.", ex);
			}
		}
		return path;
	}

}
