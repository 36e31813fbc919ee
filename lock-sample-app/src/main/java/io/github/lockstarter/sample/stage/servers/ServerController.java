package io.github.lockstarter.sample.stage.servers;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;

/**
 * The servers, and the second one to start and to kill.
 */
@RestController
class ServerController {

	private final ServerDirectory directory;

	private final SecondServer second;

	ServerController(ServerDirectory directory, SecondServer second) {
		this.directory = directory;
		this.second = second;
	}

	@GetMapping("/servers")
	List<Server> all() {
		return this.directory.servers();
	}

	@PostMapping("/servers/second")
	@ResponseStatus(HttpStatus.ACCEPTED)
	void start() {
		this.second.start();
	}

	@DeleteMapping("/servers/second")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void kill() {
		this.second.kill();
	}

}
