package io.github.lockstarter.sample.stage.locks;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

import jakarta.validation.constraints.NotBlank;
import jakarta.validation.constraints.Size;
import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;
import org.springframework.web.util.UriUtils;

import io.github.lockstarter.sample.stage.locks.LockBoard.Held;
import io.github.lockstarter.sample.stage.locks.LockBoard.HeldLock;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerCalls;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;

/**
 * The locks that are held. One can be taken away, as an administrator would.
 */
@RestController
class LockController {

	private final LockBoard board;

	private final ServerDirectory servers;

	private final ServerCalls calls;

	LockController(LockBoard board, ServerDirectory servers, ServerCalls calls) {
		this.board = board;
		this.servers = servers;
		this.calls = calls;
	}

	@GetMapping("/locks")
	List<HeldLock> held(@RequestParam(defaultValue = "") String name) {
		if (!name.isBlank()) {
			return this.board.find(name).stream().toList();
		}
		Held held = this.board.held();
		if (!held.trouble().isEmpty()) {
			throw new ResponseStatusException(HttpStatus.SERVICE_UNAVAILABLE, held.trouble());
		}
		return held.locks();
	}

	/**
	 * Has a server hold a lock for ten seconds, or wait for it as long as that takes.
	 */
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
		return Map.of("name", name, "wasHeld", this.board.forceRelease(name));
	}

}
