package io.github.lockstarter.sample.stage.database;

import java.net.InetAddress;

import org.springframework.boot.context.event.ApplicationStartingEvent;
import org.springframework.context.ApplicationListener;

/**
 * Makes H2 listen on the loopback address only. The first server opens the database file
 * and serves it to the others; by default H2 would listen on all addresses. H2 reads the
 * setting once, when the first of its classes is loaded.
 */
public final class LocalDatabase implements ApplicationListener<ApplicationStartingEvent> {

	private static final String BIND_ADDRESS = "h2.bindAddress";

	@Override
	public void onApplicationEvent(ApplicationStartingEvent event) {
		serveOnThisMachine();
	}

	public static void serveOnThisMachine() {
		if (System.getProperty(BIND_ADDRESS) == null) {
			System.setProperty(BIND_ADDRESS, InetAddress.getLoopbackAddress().getHostAddress());
		}
	}

}
