package io.github.lockstarter.sample.locks;

import java.util.List;
import java.util.Map;

import org.springframework.web.bind.annotation.DeleteMapping;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.RequestParam;
import org.springframework.web.bind.annotation.RestController;

import io.github.lockstarter.sample.locks.LockBoard.HeldLock;

/**
 * The locks that are held. One can be taken away, as an administrator would.
 */
@RestController
class LockController {

	private final LockBoard board;

	LockController(LockBoard board) {
		this.board = board;
	}

	@GetMapping("/locks")
	List<HeldLock> held(@RequestParam(defaultValue = "") String name) {
		return name.isBlank() ? this.board.held() : this.board.find(name).stream().toList();
	}

	@DeleteMapping("/locks")
	Map<String, Object> takeAway(@RequestParam String name) {
		return Map.of("name", name, "wasHeld", this.board.forceRelease(name));
	}

}
