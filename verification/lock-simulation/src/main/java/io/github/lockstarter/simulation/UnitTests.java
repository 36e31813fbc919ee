package io.github.lockstarter.simulation;

import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

import org.jspecify.annotations.Nullable;
import org.junit.platform.engine.TestExecutionResult;
import org.junit.platform.engine.discovery.DiscoverySelectors;
import org.junit.platform.launcher.LauncherDiscoveryRequest;
import org.junit.platform.launcher.TestExecutionListener;
import org.junit.platform.launcher.TestIdentifier;
import org.junit.platform.launcher.core.LauncherDiscoveryRequestBuilder;
import org.junit.platform.launcher.core.LauncherFactory;

/**
 * Runs a test class of the product in a JVM of its own, with changed classes in front of
 * those of its module.
 */
public final class UnitTests {

	private static final List<String> MODULES = List.of("lock-starter/engine", "lock-starter/autoconfigure",
			"verification/lock-redis-tests", "lock-stores/consul", "lock-starter");

	private static final String RESULT = "calls=0 tests=";

	private UnitTests() {
	}

	/**
	 * Runs the tests until the first that fails.
	 * @param front a directory for the front of the class path; null for none
	 * @param testClass the name of the class
	 * @return one line, as a run of seeds ends with: {@code broken} is the class if a
	 * test has failed
	 * @throws IllegalStateException if it cannot be run
	 */
	static String run(@Nullable Path front, String testClass) throws IOException, InterruptedException {
		List<String> command = List.of(Path.of(System.getProperty("java.home"), "bin", "java").toString(),
				"-XX:+UseSerialGC", "-XX:TieredStopAtLevel=1", "-cp", classPath(front, testClass),
				UnitTests.class.getName(), testClass);
		Process child = new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.DISCARD).start();
		String output = new String(child.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
		child.waitFor();
		return output.lines()
			.filter((line) -> line.startsWith(RESULT))
			.findFirst()
			.orElseThrow(() -> new IllegalStateException(testClass + " did not run: " + output));
	}

	private static String classPath(@Nullable Path front, String testClass) throws IOException {
		Path target = module(testClass).resolve("target");
		List<String> parts = new ArrayList<>();
		if (front != null) {
			parts.add(front.toString());
		}
		parts.add(target.resolve("test-classes").toString());
		parts.add(target.resolve("classes").toString());
		parts.add(Files.readString(target.resolve("classpath.txt")).strip());
		// the launcher, and this class
		parts.add(System.getProperty("java.class.path"));
		return String.join(File.pathSeparator, parts);
	}

	/**
	 * The directory of the module that has the test class, below one of the directories
	 * above.
	 * @param testClass the name of the class
	 * @throws IllegalStateException if no module has it
	 */
	static Path module(String testClass) {
		String file = "src/test/java/" + testClass.replace('.', '/') + ".java";
		for (Path path = Path.of("").toAbsolutePath(); path != null; path = path.getParent()) {
			if (Files.isDirectory(path.resolve("lock-starter"))) {
				return MODULES.stream()
					.map(path::resolve)
					.filter((module) -> Files.exists(module.resolve(file)))
					.findFirst()
					.orElseThrow(() -> new IllegalStateException("No module has the test class " + testClass));
			}
		}
		throw new IllegalStateException("Run this inside the project");
	}

	/**
	 * In the JVM of the tests.
	 * @param args the name of a test class
	 */
	public static void main(String[] args) {
		String simpleName = args[0].substring(args[0].lastIndexOf('.') + 1);
		AtomicLong passed = new AtomicLong();
		LauncherDiscoveryRequest request = LauncherDiscoveryRequestBuilder.request()
			.selectors(DiscoverySelectors.selectClass(args[0]))
			.build();
		LauncherFactory.create().execute(request, new TestExecutionListener() {

			@Override
			public void executionFinished(TestIdentifier test, TestExecutionResult result) {
				if (result.getStatus() == TestExecutionResult.Status.FAILED) {
					// the others may wait for long for what is broken
					end(passed.get(), simpleName, result.getThrowable().map(Throwable::toString).orElse("-"));
				}
				else if (test.isTest() && result.getStatus() == TestExecutionResult.Status.SUCCESSFUL) {
					passed.incrementAndGet();
				}
			}

		});
		end(passed.get(), "", "-");
	}

	private static void end(long passed, String broken, String why) {
		System.out.println(RESULT + passed + " broken=" + broken + " first=" + (broken.isEmpty() ? "-" : broken));
		System.out.println(why);
		System.out.flush();
		Runtime.getRuntime().halt(0);
	}

}
