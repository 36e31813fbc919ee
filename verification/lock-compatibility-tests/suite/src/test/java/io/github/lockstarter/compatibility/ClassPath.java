package io.github.lockstarter.compatibility;

import java.io.File;
import java.net.MalformedURLException;
import java.net.URL;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What Maven has resolved for the line.
 *
 * @param entries jars and directories
 */
record ClassPath(List<Path> entries) {

	/**
	 * That of an application whose only dependency is the starter.
	 */
	static ClassPath ofTheStarter() {
		return resolved("class-path.runtime");
	}

	/**
	 * That of an application with the other stores and without Redis.
	 */
	static ClassPath ofTheStores() {
		// with what is "provided"
		return resolved("class-path.compile").without("(lettuce|spring-data|spring-boot-data|redis).*|.*-redis-.*");
	}

	/**
	 * That of the tests.
	 */
	static ClassPath ofTheTests() {
		return new ClassPath(
				Stream.of(System.getProperty("java.class.path").split(File.pathSeparator)).map(Path::of).toList());
	}

	/**
	 * All that the line has.
	 */
	static ClassPath ofAllDependencies() {
		return resolved("class-path.test");
	}

	private static ClassPath resolved(String property) {
		String elements = System.getProperty(property);
		if (elements == null) {
			throw new IllegalStateException("Run \"mvn verify\": it resolves the class paths of the applications");
		}
		// as a list is written: ":[a, b]"
		return new ClassPath(
				Stream.of(elements.substring(2, elements.length() - 1).split(", ")).map(Path::of).toList());
	}

	ClassPath with(Path... more) {
		return new ClassPath(Stream.concat(this.entries.stream(), Stream.of(more)).toList());
	}

	ClassPath with(ClassPath more) {
		return with(more.entries().toArray(Path[]::new));
	}

	/**
	 * Without the jars with such a name.
	 */
	ClassPath without(String regex) {
		Predicate<Path> matches = (entry) -> entry.getFileName().toString().matches(regex);
		return new ClassPath(this.entries.stream().filter(matches.negate()).toList());
	}

	List<String> names() {
		return this.entries.stream().map((entry) -> entry.getFileName().toString()).toList();
	}

	URL[] urls() {
		return this.entries.stream().map(ClassPath::url).toArray(URL[]::new);
	}

	private static URL url(Path entry) {
		try {
			return entry.toUri().toURL();
		}
		catch (MalformedURLException ex) {
			throw new IllegalStateException(ex);
		}
	}

	@Override
	public String toString() {
		return this.entries.stream().map(Path::toString).collect(Collectors.joining(File.pathSeparator));
	}

}
