package io.github.lockstarter.core;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Arrays;
import java.util.stream.Stream;

import org.springframework.core.io.Resource;
import org.springframework.core.io.support.PathMatchingResourcePatternResolver;

/**
 * Initializes the classes that a model runs through before it runs. A class that is
 * initialized in the middle of an interleaving is locked by the JVM, which the model
 * checker does not see: another thread that needs it hangs, and once that is broken off
 * the class is unusable for all that follows.
 */
final class InitializedClasses {

	private static final String[] PACKAGES = { "core", "store", "text", "observer" };

	private InitializedClasses() {
	}

	static void ofTheEngine() {
		PathMatchingResourcePatternResolver resolver = new PathMatchingResourcePatternResolver();
		for (String name : PACKAGES) {
			classes(resolver, name).forEach((file) -> initialize(name, file));
		}
	}

	private static Stream<String> classes(PathMatchingResourcePatternResolver resolver, String name) {
		try {
			return Arrays.stream(resolver.getResources("classpath*:io/github/lockstarter/" + name + "/*.class"))
				.map(Resource::getFilename)
				.filter((file) -> !file.equals("package-info.class"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private static void initialize(String name, String file) {
		try {
			Class.forName("io.github.lockstarter." + name + "." + file.substring(0, file.length() - ".class".length()));
		}
		catch (ClassNotFoundException ex) {
			throw new IllegalStateException(ex);
		}
	}

}
