package io.github.lockstarter.sample.stage.database;

import java.net.InetAddress;

import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.context.ApplicationListener;

/**
 * Has H2 serve on the loopback address alone. The first server opens the file of the
 * database and serves it to the others; H2 would listen on all addresses of the machine.
 * It looks at the setting once, when the first of its classes is loaded.
 */
public final class LocalDatabase implements ApplicationListener<ApplicationStartingEvent> {

	private static final String BIND_ADDRESS = "h2.bindAddress";

	@Override
	public void onApplicationEvent(ApplicationStartingEvent event) {
		serveOnThisMachine();
	}

	/**
	 * Says so to an H2 that has not been used in this JVM.
	 */
	public static void serveOnThisMachine() {
		if (System.getProperty(BIND_ADDRESS) == null) {
			System.setProperty(BIND_ADDRESS, InetAddress.getLoopbackAddress().getHostAddress());
		}
	}

}
