package io.github.lockstarter.sample.stage.page;

import java.util.List;

import org.springframework.core.env.Environment;
import org.springframework.dao.DataAccessException;
import org.springframework.scheduling.annotation.Scheduled;
import org.springframework.stereotype.Component;

import io.github.lockstarter.sample.stage.page.LockBoard.Held;
import io.github.lockstarter.sample.stage.page.LockBoard.HeldLock;
import io.github.lockstarter.sample.stage.servers.SecondServer;
import io.github.lockstarter.sample.stage.servers.Server;
import io.github.lockstarter.sample.stage.servers.ServerDirectory;

/**
 * Sends open pages twice a second which servers run, whether the store answers, and the
 * holders of the locks; idle without an open page.
 */
@Component
class StateWatch {

	private final EventHub hub;

	private final LockBoard board;

	private final ServerDirectory servers;

	private final SecondServer second;

	private final Store store;

	StateWatch(EventHub hub, LockBoard board, ServerDirectory servers, SecondServer second, Environment settings) {
		this.hub = hub;
		this.board = board;
		this.servers = servers;
		this.second = second;
		this.store = Store.of(settings);
	}

	@Scheduled(fixedDelay = 500)
	void look() {
		if (this.hub.hasPages()) {
			this.hub.send("state", state());
		}
	}

	private State state() {
		Held held;
		boolean storeAnswers = true;
		try {
			held = this.board.held();
		}
		catch (DataAccessException ex) {
			held = new Held(List.of(), String.valueOf(ex.getMessage()));
			storeAnswers = false;
		}
		List<Integer> ports = this.servers.servers().stream().map(Server::port).toList();
		boolean secondServes = this.servers.servers().stream().anyMatch((server) -> server.pid() == this.second.pid());
		return new State(this.servers.self().port(), ports, this.second.isRunning(), secondServes, this.store.name(),
				this.store.address(), storeAnswers, this.store.locks(), this.store.modes(), held.trouble(),
				held.locks());
	}

	// Ports identify servers. "store" keeps the users, and the locks unless "lockStore"
	// names another store; "modes" are readers and permits; "trouble" says why not all
	// locks are known.
	record State(int self, List<Integer> servers, boolean secondRuns, boolean secondServes, String store,
			String storeAddress, boolean storeAnswers, String lockStore, boolean modes, String trouble,
			List<HeldLock> locks) {

	}

}
