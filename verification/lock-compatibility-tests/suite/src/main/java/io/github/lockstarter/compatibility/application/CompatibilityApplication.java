package io.github.lockstarter.compatibility.application;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.SpringVersion;
import org.springframework.util.ClassUtils;

/**
 * Starts itself twice in one JVM, as two instances, and goes through what locks are for.
 * Ends with a failure at the first thing that is not as it should be.
 */
@SpringBootApplication
public class CompatibilityApplication {

	/**
	 * Runs all of it, in each of the stores that are named.
	 * @param args the names of stores; none for an application with a single store
	 * @throws Exception if anything is not as it should be
	 */
	public static void main(String[] args) throws Exception {
		report("Spring Boot " + SpringBootVersion.getVersion() + ", Spring Framework " + SpringVersion.getVersion()
				+ driver());
		if (args.length == 0) {
			run("");
		}
		for (String store : args) {
			run("in " + store, "distributed-lock.store=" + store);
		}
		report("end");
	}

	private static void run(String where, String... properties) throws Exception {
		try (ConfigurableApplicationContext first = start(properties);
				ConfigurableApplicationContext second = start(properties)) {
			TwoServers servers = new TwoServers(first, second, where);
			servers.annotatedMethodExcludesTheOtherServer();
			servers.futureHoldsItsLockUntilItIsComplete();
			servers.publisherHoldsItsLockUntilItIsComplete();
			servers.severalKeysAreOneLock();
			servers.heldLockIsRefused();
			servers.lockIsHandedOver();
			servers.lossIsTold();
		}
	}

	// Stores that are not Redis bring none
	private static String driver() throws ReflectiveOperationException {
		String version = "io.lettuce.core.LettuceVersion";
		return ClassUtils.isPresent(version, null)
				? ", Lettuce " + Class.forName(version).getMethod("getVersion").invoke(null) : "";
	}

	private static ConfigurableApplicationContext start(String... properties) {
		return new SpringApplicationBuilder(CompatibilityApplication.class).web(WebApplicationType.NONE)
			.properties(properties)
			.run();
	}

	static void report(String what) {
		System.out.println("OK " + what);
	}

}
