package io.github.lockstarter.sample.stage.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

import org.apache.commons.logging.Log;
import org.apache.commons.logging.LogFactory;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.event.ApplicationReadyEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.core.env.Environment;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * A second server in a child JVM with the same class path and store. It ends with this
 * one, in any case. At most one at a time. With the argument {@code --pair} it starts as
 * soon as this server is ready.
 */
@RestController
public class SecondServer {

	private static final Log logger = LogFactory.getLog(SecondServer.class);

	private static final String END_WITH_PARENT = "sample.end-with-parent";

	private static final int PORTS_TO_TRY = 20;

	// The settings that both servers must share.
	private static final List<String> SHARED = List.of("store", "spring.data.redis.host", "spring.data.redis.port",
			"spring.data.redis.cluster.nodes", "distributed-lock.redis.quorum.nodes", "distributed-lock.lease-time",
			"distributed-lock.etcd.endpoints", "distributed-lock.etcd.session-ttl", "distributed-lock.etcd.root",
			"distributed-lock.consul.endpoints", "distributed-lock.consul.session-ttl", "distributed-lock.consul.root",
			"distributed-lock.zookeeper.connect-string", "distributed-lock.zookeeper.session-timeout",
			"sample.nodes.kind", "sample.nodes.directory", "sample.nodes.cluster-ports", "sample.nodes.quorum-ports",
			"sample.database.path");

	private final ServerDirectory directory;

	private final Environment environment;

	private final Program program;

	private @Nullable Process process;

	private boolean closed;

	SecondServer(ServerDirectory directory, Environment environment, Program program) {
		this.directory = directory;
		this.environment = environment;
		this.program = program;
	}

	@EventListener(ApplicationReadyEvent.class)
	void startIfAsked() {
		int port = this.directory.self().port();
		if (port == 0) {
			return;
		}
		logger.info("Open http://localhost:" + port + " in a browser");
		if (this.environment.containsProperty("pair")) {
			start();
		}
	}

	// Returns immediately; the server is available when the ServerDirectory has it.
	@PostMapping("/servers/second")
	@ResponseStatus(HttpStatus.ACCEPTED)
	public synchronized void start() {
		if (isRunning() || this.closed) {
			return;
		}
		int port = port();
		try {
			Process started = new ProcessBuilder(command(port)).redirectErrorStream(true)
				.redirectOutput(ProcessBuilder.Redirect.INHERIT)
				.start();
			this.process = started;
			started.onExit().thenRun(() -> ended(started));
			logger.info("Starts a second server at "
					+ ((port != 0) ? "http://localhost:" + port : "a port of its own choice") + " (process "
					+ started.pid() + "), which ends with this one");
		}
		catch (IOException ex) {
			throw new UncheckedIOException("The second server cannot be started", ex);
		}
	}

	// As a crash: it releases nothing. Returns when it is gone.
	@DeleteMapping("/servers/second")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	public void kill() {
		Process running;
		synchronized (this) {
			running = this.process;
		}
		if (running == null || !running.isAlive()) {
			return;
		}
		running.destroyForcibly();
		running.onExit().join();
		this.directory.forget(running.pid());
	}

	// It may still be starting.
	public synchronized boolean isRunning() {
		return this.process != null && this.process.isAlive();
	}

	// Zero if none was started.
	public synchronized long pid() {
		return (this.process != null) ? this.process.pid() : 0;
	}

	@EventListener(ContextClosedEvent.class)
	void stop() {
		Process running;
		synchronized (this) {
			this.closed = true;
			running = this.process;
		}
		if (running != null) {
			running.destroy();
			running.onExit().completeOnTimeout(running, 10, TimeUnit.SECONDS).join().destroyForcibly();
		}
	}

	/**
	 * Ends this JVM when its parent is gone, in any case, if it was started as the second
	 * server: its standard input is a pipe from the parent, which ends with it. Watches
	 * on a daemon thread.
	 */
	public static void endWithParentIfAsked() {
		if (Boolean.getBoolean(END_WITH_PARENT)) {
			Thread watch = new Thread(SecondServer::watchParent, "end-with-parent");
			watch.setDaemon(true);
			watch.start();
		}
	}

	private static void watchParent() {
		try {
			while (System.in.read() >= 0) {
				// nothing is ever written
			}
		}
		catch (IOException ex) {
			// the pipe has ended, too
		}
		System.exit(0);
	}

	private void ended(Process ended) {
		this.directory.forget(ended.pid());
		logger.info("The second server (process " + ended.pid() + ") has ended with " + ended.exitValue());
	}

	private List<String> command(int port) {
		String classPath = System.getProperty("java.class.path");
		List<String> command = new ArrayList<>();
		command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
		command.addAll(
				List.of("-Xmx256m", "-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-D" + END_WITH_PARENT + "=true"));
		boolean packaged = SecondServer.class.getResource("SecondServer.class").getProtocol().equals("jar");
		command.addAll(
				packaged ? List.of("-jar", classPath) : List.of("-cp", classPath, this.program.mainClass().getName()));
		command.add("--server.port=" + port);
		SHARED.stream()
			.filter(this.environment::containsProperty)
			.forEach((property) -> command.add("--" + property + "=" + this.environment.getProperty(property)));
		return command;
	}

	// An ephemeral port that is free now may be used by a connection when the server is
	// up, seconds later.
	private int port() {
		boolean handedOut = this.environment.getProperty("server.port", "").equals("0");
		return handedOut ? 0 : freePortAbove(this.directory.self().port());
	}

	private static int freePortAbove(int port) {
		for (int candidate = port + 1; candidate <= Math.min(port + PORTS_TO_TRY, 65535); candidate++) {
			if (isFree(candidate)) {
				return candidate;
			}
		}
		return 0;
	}

	private static boolean isFree(int port) {
		try (ServerSocket socket = new ServerSocket(port)) {
			return socket.isBound();
		}
		catch (IOException ex) {
			return false;
		}
	}

	/**
	 * The program to start as a server.
	 *
	 * @param mainClass its main class, for a start without a single jar
	 */
	public record Program(Class<?> mainClass) {

	}

}
