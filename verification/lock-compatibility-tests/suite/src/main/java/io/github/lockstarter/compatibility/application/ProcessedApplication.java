package io.github.lockstarter.compatibility.application;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

import javax.tools.ToolProvider;

import org.springframework.boot.SpringApplicationAotProcessor;

/**
 * Processes the application ahead of time, as a build does, and runs what comes out of
 * it. Both in one JVM, as Spring's own tests do it: another JVM for the second half would
 * double the time.
 */
public final class ProcessedApplication {

	private ProcessedApplication() {
	}

	/**
	 * Processes, compiles and runs the application.
	 * @param args where to: the directory of sources, and those of resources and of
	 * classes, which are on the class path
	 * @throws Exception if anything is not as it should be
	 */
	public static void main(String[] args) throws Exception {
		Path sources = Path.of(args[0]);
		Path classes = Path.of(args[2]);
		SpringApplicationAotProcessor.main(new String[] { CompatibilityApplication.class.getName(), args[0], args[1],
				args[2], "io.github.lockstarter", "lock-compatibility-suite" });
		compile(sources, classes);
		System.setProperty("spring.aot.enabled", "true");
		CompatibilityApplication.main(new String[0]);
	}

	private static void compile(Path sources, Path classes) throws Exception {
		List<String> arguments = new ArrayList<>(List.of("-nowarn", "-proc:none", "-cp",
				System.getProperty("java.class.path"), "-d", classes.toString()));
		try (Stream<Path> files = Files.walk(sources)) {
			files.map(Path::toString).filter((file) -> file.endsWith(".java")).forEach(arguments::add);
		}
		int status = ToolProvider.getSystemJavaCompiler().run(null, null, null, arguments.toArray(String[]::new));
		if (status != 0) {
			throw new IllegalStateException("The compiler ended with " + status);
		}
	}

}
