package io.github.lockstarter.simulation.beside;

import java.util.Collection;
import java.util.Objects;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Connections;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.World;

/**
 * What the campaign does to its Redis, in virtual time.
 */
final class ServerFaults {

	private static final long MILLI = 1_000_000;

	// A fencing token outlives a backward step only with the key, or when the clock has
	// caught up.
	private static final long LONGEST_STEP_SECONDS = 3;

	private static final long BETWEEN_STEP_AND_LOSS = (LONGEST_STEP_SECONDS + 1) * 1_000 * MILLI;

	private final World world;

	private final Chance chance;

	private final Backend server;

	private final Collection<SimulatedClient> clients;

	private final HistoryLog history;

	private long lastStep = -BETWEEN_STEP_AND_LOSS;

	private long lastLoss = -BETWEEN_STEP_AND_LOSS;

	ServerFaults(World world, Backend server, Collection<SimulatedClient> clients, HistoryLog history) {
		this.world = world;
		this.chance = world.chance();
		this.server = server;
		this.clients = clients;
		this.history = history;
	}

	/**
	 * Begins a fault, and plans its end.
	 * @param nanos how long it takes
	 */
	void strike(FaultKind kind, long nanos) {
		switch (kind) {
			case SCRIPT_FLUSH -> this.server.flushScripts(0);
			case KILLED_CONNECTIONS -> killConnections(this.chance.oneIn(2));
			case REFUSED_CONNECTIONS -> this.clients.forEach((client) -> {
				client.instance().connections().lost();
				client.instance().connections().refuse(nanos);
			});
			case FULL_MEMORY -> {
				Backend.Memory memory = Objects.requireNonNull(this.server.memory(0));
				memory.full(true);
				this.world.after(null, nanos, () -> memory.full(false));
			}
			case PAUSED_REDIS -> this.server.process(0).pause(nanos);
			case RESTART -> restart();
			case SERVER_CLOCK -> stepClock(nanos);
			default -> throw new IllegalArgumentException(kind + " is not simulated");
		}
	}

	private void killConnections(boolean messages) {
		for (SimulatedClient client : this.clients) {
			Connections theirs = client.instance().connections();
			if (messages) {
				theirs.cutMessages(true);
			}
			else {
				theirs.cutCommands();
			}
		}
	}

	private void restart() {
		if (this.world.now() - this.lastStep >= BETWEEN_STEP_AND_LOSS) {
			this.server.restart(0);
			mark(Mark.Kind.DATA_LOSS);
			this.lastLoss = this.world.now();
		}
	}

	private void stepClock(long nanos) {
		if (this.world.now() - this.lastLoss >= BETWEEN_STEP_AND_LOSS) {
			long step = this.chance.between(1, LONGEST_STEP_SECONDS) * 1_000 * (this.chance.oneIn(2) ? 1 : -1);
			this.lastStep = this.world.now() + nanos;
			setClock(step);
			this.world.after(null, nanos, () -> setClock(-step));
		}
	}

	private void setClock(long step) {
		this.server.process(0).setClock(step);
		mark((step > 0) ? Mark.Kind.FORWARD_STEP : Mark.Kind.BACKWARD_STEP);
	}

	private void mark(Mark.Kind kind) {
		this.history.write('M', this.world.now(), kind, this.world.now() + 1);
	}

}
