package io.github.lockstarter.autoconfigure;

import java.net.InetAddress;
import java.net.UnknownHostException;

import org.springframework.core.env.Environment;

/**
 * Names this instance in messages about the holder of a lock.
 */
public final class InstanceLabel {

	private InstanceLabel() {
	}

	public static String of(Environment environment) {
		return environment.getProperty("spring.application.name", "application") + "@" + host() + ":"
				+ ProcessHandle.current().pid();
	}

	private static String host() {
		String host = System.getenv("HOSTNAME");
		if (host != null && !host.isBlank()) {
			return host;
		}
		try {
			return InetAddress.getLocalHost().getHostName();
		}
		catch (UnknownHostException ex) {
			return "unknown-host";
		}
	}

}
