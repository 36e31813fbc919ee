package io.github.lockstarter.autoconfigure;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Enumeration;
import java.util.List;

/**
 * A class path with the registrations of some stores beside that of Redis, or in its
 * place.
 */
final class StoresOnClassPath extends ClassLoader {

	private static final String REGISTRATIONS = "META-INF/spring/io.github.lockstarter.autoconfigure.ConditionalOnLockStore.imports";

	private final URL registrations;

	private final List<String> hidden;

	private StoresOnClassPath(URL registrations, List<String> hidden) {
		super(StoresOnClassPath.class.getClassLoader());
		this.registrations = registrations;
		this.hidden = hidden;
	}

	static ClassLoader besideRedis(String... names) {
		return new StoresOnClassPath(file(names), List.of());
	}

	static ClassLoader without(List<String> hidden, String... names) {
		return new StoresOnClassPath(file(names), hidden);
	}

	private static URL file(String... names) {
		try {
			Path file = Files.createTempFile("stores", ".imports");
			file.toFile().deleteOnExit();
			return Files.write(file, List.of(names)).toUri().toURL();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
		if (this.hidden.stream().anyMatch(name::startsWith)) {
			throw new ClassNotFoundException(name);
		}
		return super.loadClass(name, resolve);
	}

	@Override
	public Enumeration<URL> getResources(String name) throws IOException {
		List<URL> found = Collections.list(super.getResources(name));
		if (name.equals(REGISTRATIONS)) {
			found.add(this.registrations);
		}
		return Collections.enumeration(found);
	}

}
