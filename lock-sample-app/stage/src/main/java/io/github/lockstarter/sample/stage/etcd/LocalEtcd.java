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
 * With {@code --store=etcd}, ensures before the start that an etcd answers at
 * {@code distributed-lock.etcd.endpoints}: on this machine only, and only if the program
 * {@code etcd} is installed. Several addresses, TLS or a user denote an etcd of the
 * user's own, and nothing is started. If several instances start one at the same moment,
 * one gets the port and the others use it.
 */
public final class LocalEtcd implements ApplicationListener<ApplicationEnvironmentPreparedEvent> {

	private static final Log logger = LogFactory.getLog(LocalEtcd.class);

	// Anything else denotes another etcd, or is refused by the starter.
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
		// Runs after the application contexts are closed and have released their locks,
		// also after a failed start.
		ensure(URI.create(endpoints), EtcdProcess.program(),
				(started) -> SpringApplication.getShutdownHandlers().add(started::stop));
	}

	// If no etcd can be started the application starts nevertheless, and answers 503
	// until there is one. The consumer gets a started process immediately, to stop it.
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
