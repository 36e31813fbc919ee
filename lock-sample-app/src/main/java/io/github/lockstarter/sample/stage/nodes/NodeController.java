package io.github.lockstarter.sample.stage.nodes;

import java.util.List;

import org.springframework.http.HttpStatus;
import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;
import org.springframework.web.bind.annotation.PostMapping;
import org.springframework.web.bind.annotation.ResponseStatus;
import org.springframework.web.bind.annotation.RestController;
import org.springframework.web.server.ResponseStatusException;

import io.github.lockstarter.sample.stage.redis.LocalNode;

/**
 * The Redis nodes. One can be killed, and started again without what it knew.
 */
@RestController
class NodeController {

	private final NodeBoard board;

	NodeController(NodeBoard board) {
		this.board = board;
	}

	@GetMapping("/nodes")
	List<NodeState> all() {
		return this.board.all();
	}

	@DeleteMapping("/nodes/{port}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void kill(@PathVariable int port) {
		node(port).kill();
	}

	@PostMapping("/nodes/{port}")
	@ResponseStatus(HttpStatus.NO_CONTENT)
	void start(@PathVariable int port) {
		node(port).start();
	}

	private LocalNode node(int port) {
		return this.board.at(port)
			.orElseThrow(
					() -> new ResponseStatusException(HttpStatus.NOT_FOUND, "The sample has no node " + port + "."));
	}

}
