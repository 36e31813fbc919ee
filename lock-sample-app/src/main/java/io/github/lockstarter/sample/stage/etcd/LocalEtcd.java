package io.github.lockstarter.sample.stage.etcd;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.file.Path;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.context.event.ApplicationEnvironmentPreparedEvent;
import org.springframework.context.ApplicationListener;
import org.springframework.core.env.Environment;

/**
 * With {@code --store=etcd} sees to it that an etcd answers before the application
 * context is made: at {@code distributed-lock.etcd.endpoints}, on this machine only, and
 * only if the program {@code etcd} is there. Several addresses, TLS or a user belong to
 * an etcd of the user's own, and nothing is started. Instances that start at the same
 * moment may both find nothing and both start one: the port goes to one of them, and the
 * other uses that.
 */
public final class LocalEtcd implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

	private static final Log logger = LogFactory.getLog(LocalEtcd.class);

	// What else the starter takes, or refuses in its own words, belongs to another etcd.
	private static final Pattern ONE_ADDRESS = Pattern.compile("http://[A-Za-z0-9.-]+:[1-9][0-9]{0,4}");

	@Override
	public void onApplicationEvent(ApplicationEnvironmentPreparedEvent event) {
		Environment environment = event.getEnvironment();
		if (!environment.getProperty("distributed-lock.store", "").equals("etcd")) {
			return;
		}
		String endpoints = environment.getProperty("distributed-lock.etcd.endpoints", "");
		if (!ONE_ADDRESS.matcher(endpoints).matches()
				|| environment.containsProperty("distributed-lock.etcd.username")) {
			return;
		}
		// Handlers run when the application contexts are closed, and have released their
		// locks; also those of a start that is broken off
		ensure(URI.create(endpoints), EtcdProcess.program(),
				(started) -> SpringApplication.getShutdownHandlers().add(started::stop));
	}

	/**
	 * Sees to it that an etcd answers, as far as that can be done on this machine; says
	 * in the log what it found or did. Where none can be had the application starts all
	 * the same, and answers 503 until there is one.
	 * @param address where
	 * @param program what to start, if there is anything
	 * @param started is told of a server as soon as it runs, to end it
	 * @return the server, if one was started here
	 */
	static Optional<EtcdProcess> ensure(URI address, Optional<Path> program, Consumer<EtcdProcess> started) {
		if (EtcdProcess.serving(address).isPresent()) {
			logger.info("Uses the etcd that answers at " + address);
			return Optional.empty();
		}
		String missing = "No etcd answers at " + address;
		InetSocketAddress place = new InetSocketAddress(address.getHost(), address.getPort());
		if (place.isUnresolved() || !place.getAddress().isLoopbackAddress()) {
			logger.warn(missing + ". The sample starts one on this machine only: start that one, or leave "
					+ "distributed-lock.etcd.endpoints out");
			return Optional.empty();
		}
		if (program.isEmpty()) {
			logger.warn(missing + ", and no program of that name is on the PATH: start one there, or say with "
					+ "--distributed-lock.etcd.endpoints= where one runs");
			return Optional.empty();
		}
		return start(address, program.get(), missing, started);
	}

	private static Optional<EtcdProcess> start(URI address, Path program, String missing,
			Consumer<EtcdProcess> started) {
		EtcdProcess etcd;
		try {
			etcd = EtcdProcess.start(program, address);
			started.accept(etcd);
		}
		catch (IOException ex) {
			logger.warn(missing + ", and none could be started: " + ex.getMessage());
			return Optional.empty();
		}
		Optional<String> serving = etcd.awaitServing();
		if (serving.filter(etcd::isSelf).isPresent()) {
			logger.info("No etcd answered at " + address + ": started one there (process " + etcd.pid()
					+ "), which ends with this instance");
			return Optional.of(etcd);
		}
		if (serving.isPresent()) {
			logger.info("Uses the etcd that another instance has just started at " + address);
		}
		else {
			logger.warn(missing + ", and the one started there did not come up: " + etcd.output());
		}
		etcd.stop();
		return Optional.empty();
	}

}
