package io.github.lockstarter.compatibility;

import org.springframework.boot.SpringBootVersion;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.builder.SpringApplicationBuilder;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.SpringVersion;
import org.springframework.util.ClassUtils;

/**
 * Starts itself twice in one JVM, as two servers, and goes through what locks are for.
 * Ends with a failure at the first thing that is not as it should be.
 */
@SpringBootApplication
public class CompatibilityApplication {

	/**
	 * Runs all of it.
	 * @param args none
	 * @throws Exception if anything is not as it should be
	 */
	public static void main(String[] args) throws Exception {
		report("Spring Boot " + SpringBootVersion.getVersion() + ", Spring Framework " + SpringVersion.getVersion()
				+ driver());
		try (ConfigurableApplicationContext first = start(); ConfigurableApplicationContext second = start()) {
			TwoServers servers = new TwoServers(first, second);
			servers.annotatedMethodExcludesTheOtherServer();
			servers.futureHoldsItsLockUntilItIsComplete();
			servers.publisherHoldsItsLockUntilItIsComplete();
			servers.severalKeysAreOneLock();
			servers.heldLockIsRefused();
			servers.lockIsHandedOver();
			servers.lossIsTold();
		}
		report("end");
	}

	// Stores that are not Redis bring none
	private static String driver() throws ReflectiveOperationException {
		String version = "io.lettuce.core.LettuceVersion";
		return ClassUtils.isPresent(version, null)
				? ", Lettuce " + Class.forName(version).getMethod("getVersion").invoke(null) : "";
	}

	private static ConfigurableApplicationContext start() {
		return new SpringApplicationBuilder(CompatibilityApplication.class).web(WebApplicationType.NONE).run();
	}

	static void report(String what) {
		System.out.println("OK " + what);
	}

}
