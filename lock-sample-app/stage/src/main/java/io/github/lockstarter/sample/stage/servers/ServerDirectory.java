package io.github.lockstarter.sample.stage.servers;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.boot.web.server.context.WebServerInitializedEvent;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.app.data.SharedData;

/**
 * Knows which servers run. Each writes its port under its process id every second; a
 * server that is silent for {@code sample.servers.silence} is removed. In an outage of
 * the store the last answer is used.
 */
@RestController
public class ServerDirectory {

	private static final String PREFIX = "sample:server:";

	private final SharedData data;

	private final Duration silence;

	private volatile List<Server> known = List.of();

	// A few: each start of a server by hand adds one.
	private final Set<Server> seen = ConcurrentHashMap.newKeySet();

	private volatile Server self = new Server(0, ProcessHandle.current().pid());

	ServerDirectory(SharedData data, @Value("${sample.servers.silence}") Duration silence) {
		this.data = data;
		this.silence = silence;
	}

	public Server self() {
		return this.self;
	}

	// As of the last poll, at most a second ago, always with this one; ordered by port.
	@GetMapping("/servers")
	public List<Server> servers() {
		return this.known;
	}

	// All that have run since this one started.
	public Set<Server> seen() {
		return Set.copyOf(this.seen);
	}

	// This one if it is alone.
	public Server other() {
		return servers().stream().filter((server) -> !server.equals(this.self)).findFirst().orElse(this.self);
	}

	@EventListener
	void started(WebServerInitializedEvent event) {
		this.self = new Server(event.getWebServer().getPort(), this.self.pid());
		this.known = List.of(this.self);
		look();
	}

	@Scheduled(fixedDelay = 1000)
	void look() {
		if (this.self.port() == 0) {
			return;
		}
		try {
			this.data.put(PREFIX + this.self.pid(), Integer.toString(this.self.port()), this.silence);
			this.known = read();
			this.seen.addAll(this.known);
		}
		catch (DataAccessException ex) {
			// the page reports the outage; the servers still run
		}
	}

	void forget(long pid) {
		this.known = this.known.stream().filter((server) -> server.pid() != pid).toList();
		delete(pid);
	}

	@EventListener(ContextClosedEvent.class)
	void stopping() {
		delete(this.self.pid());
	}

	private void delete(long pid) {
		try {
			this.data.delete(PREFIX + pid);
		}
		catch (DataAccessException ex) {
			// removed later, because it is silent
		}
	}

	private List<Server> read() {
		return this.data.keys(PREFIX)
			.stream()
			.flatMap((key) -> read(key).stream())
			.sorted(Comparator.comparingInt(Server::port))
			.toList();
	}

	private Optional<Server> read(String key) {
		return this.data.value(key)
			.map((port) -> new Server(Integer.parseInt(port), Long.parseLong(key.substring(PREFIX.length()))));
	}

}
