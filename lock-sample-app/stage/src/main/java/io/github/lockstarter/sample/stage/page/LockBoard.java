package io.github.lockstarter.sample.stage.page;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.dao.DataAccessException;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.UriUtils;

import io.github.lockstarter.LockException;
import io.github.lockstarter.LockInfo;
import io.github.lockstarter.LockMode;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;

/**
 * Lists the locks and their holders through {@link LockOperations#describe(String)}, and
 * takes a lock away, as an administrator would.
 */
@RestController
public class LockBoard {

	private final LockOperations locks;

	private final SeenLocks seen;

	private final ServerDirectory servers;

	private final ServerCalls calls;

	LockBoard(LockOperations locks, SeenLocks seen, ServerDirectory servers, ServerCalls calls) {
		this.locks = locks;
		this.seen = seen;
		this.servers = servers;
		this.calls = calls;
	}

	@GetMapping("/locks")
	List<HeldLock> locks(@RequestParam(defaultValue = "") String name) {
		if (!name.isBlank()) {
			return find(name).stream().toList();
		}
		Held held = held();
		if (!held.trouble().isEmpty()) {
			throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, held.trouble());
		}
		return held.locks();
	}

	// Makes a server hold a lock for ten seconds; it waits as long as necessary.
	@PostMapping("/locks")
	@ResponseStatus(HttpStatus.ACCEPTED)
	void hold(@RequestParam @NotBlank @Size(max = 200) String name, @RequestParam int port) {
		Server holder = this.servers.servers()
			.stream()
			.filter((server) -> server.port() == port)
			.findFirst()
			.orElseThrow(() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "There is no server " + port + "."));
		this.calls.stream(holder,
				"/tasks/1?workMillis=10000&waitMillis=30000&lock=" + UriUtils.encode(name, StandardCharsets.UTF_8),
				(line) -> {
				});
	}

	@DeleteMapping("/locks")
	Map<String, Object> takeAway(@RequestParam String name) {
		return Map.of("name", name, "wasHeld", this.locks.forceRelease(name));
	}

	// The recently used locks that are held, latest first; if one cannot be described,
	// those before it.
	Held held() {
		List<HeldLock> locks = new ArrayList<>();
		try {
			this.seen.names().forEach((name) -> find(name).ifPresent(locks::add));
			return new Held(locks, "");
		}
		catch (LockException ex) {
			return new Held(locks, String.valueOf(((ex.getCause() != null) ? ex.getCause() : ex).getMessage()));
		}
	}

	public List<String> names() {
		try {
			return this.seen.names();
		}
		catch (DataAccessException ex) {
			return knownNames();
		}
	}

	// As of the last poll of the store, without I/O.
	public List<String> knownNames() {
		return this.seen.known();
	}

	public Optional<HeldLock> find(String name) {
		return this.locks.describe(name).map(this::held);
	}

	private HeldLock held(LockInfo info) {
		String servers = info.holders()
			.stream()
			.map((holder) -> server(holder.holder()))
			.distinct()
			.filter((name) -> !name.isEmpty())
			.sorted()
			.collect(Collectors.joining(", "));
		return new HeldLock(info.name(), info.holder(), servers, info.fencingToken(), info.remaining().toMillis(),
				info.waiters(), info.mode() == LockMode.READ, info.holderCount());
	}

	private String server(String label) {
		return this.servers.seen()
			.stream()
			.filter((candidate) -> label.endsWith(":" + candidate.pid()))
			.findFirst()
			.map((holder) -> this.servers.servers().contains(holder) ? holder.name() : holder.name() + ", gone")
			.orElse("");
	}

	// The trouble is the reason if not all is known, or empty.
	record Held(List<HeldLock> locks, String trouble) {

	}

	/**
	 * A lock that is held.
	 *
	 * @param name the full lock name
	 * @param holder the label of the holder: application, host and process id; of several
	 * that of the first one
	 * @param server the name of the server that holds it, with ", gone" where it does not
	 * run any more; empty where it is none of the sample's; of several all of them
	 * @param fencingToken the fencing token of the holder
	 * @param remainingMillis what is left of the lease, in milliseconds
	 * @param waiters how many requests wait in the store
	 * @param reading whether those who hold it read
	 * @param holders how many hold it; readers of one server may be one
	 */
	public record HeldLock(String name, String holder, String server, long fencingToken, long remainingMillis,
			int waiters, boolean reading, int holders) {

	}

}
