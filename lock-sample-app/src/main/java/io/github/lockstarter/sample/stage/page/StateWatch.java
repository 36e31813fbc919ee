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
 * Tells open pages twice a second which servers run, whether the store answers, and who
 * holds what. Does nothing while no page is open.
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

	/**
	 * How things stand.
	 *
	 * @param self the port of the server that tells this
	 * @param servers the ports of all servers
	 * @param secondRuns whether the second server, started by this one, is a process
	 * @param secondServes whether it serves already
	 * @param store what keeps the users, and the locks unless that is said
	 * @param storeAddress where that is
	 * @param storeAnswers whether it answers, where the users are
	 * @param lockStore what keeps the locks, and where, if that is another, or empty
	 * @param modes whether there are readers and permits
	 * @param trouble why not all locks can be asked for, or empty
	 * @param locks the locks and their holders, as far as they are known
	 */
	record State(int self, List<Integer> servers, boolean secondRuns, boolean secondServes, String store,
			String storeAddress, boolean storeAnswers, String lockStore, boolean modes, String trouble,
			List<HeldLock> locks) {

	}

}
