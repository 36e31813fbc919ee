package io.github.lockstarter.simulation.beside;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.history.HistoryLog;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.World;

/**
 * What the campaign does to one client, in virtual time.
 */
final class ClientFaults {

	private static final long MILLI = 1_000_000;

	private final World world;

	private final Chance chance;

	private final SimulatedClient client;

	ClientFaults(World world, SimulatedClient client) {
		this.world = world;
		this.chance = world.chance();
		this.client = client;
	}

	/**
	 * Begins a fault, and plans its end.
	 * @param nanos how long it takes
	 */
	void strike(FaultKind kind, long nanos, HistoryLog history) {
		Instance hit = this.client.instance();
		Network network = this.client.network();
		switch (kind) {
			case CUT -> hit.connections().lost();
			case LOST_PUSH -> {
				network.loseMessages(true);
				after(nanos, () -> network.loseMessages(false));
			}
			case NO_NEW_CONNECTION -> {
				network.loseMessages(true);
				hit.connections().refuse(nanos);
				// of 900 to 3,000 ms the first 800 to 1,800
				after(nanos * 2 / 3, () -> network.loseMessages(false));
			}
			case DROPPED_REPLIES -> {
				network.dropReplies(true);
				after(nanos, () -> {
					hit.connections().lost();
					network.dropReplies(false);
				});
			}
			case LATE_DELIVERY -> network.holdRequests(nanos);
			case DELAY -> {
				network.slow(this.chance.between(5, 154) * MILLI);
				after(nanos, () -> network.slow(0));
			}
			case BLACK_HOLE -> {
				network.holdRequests(nanos);
				network.holdReplies(nanos);
				after(nanos, () -> hit.connections().lost());
			}
			case PAUSED_CLIENT -> {
				history.write('P', this.world.now() + nanos, this.world.now() + 1);
				hit.process().pause(nanos);
			}
			case CLIENT_CLOCK -> {
				long step = this.chance.between(200, 3 * this.client.timing().leaseMillis())
						* (this.chance.oneIn(2) ? 1 : -1);
				hit.process().setClock(step);
				after(nanos, () -> hit.process().setClock(-step));
			}
			case KILLED_CLIENT -> this.client.replace(nanos);
			default -> throw new IllegalArgumentException(kind + " is not simulated");
		}
	}

	private void after(long nanos, Runnable end) {
		this.world.after(null, nanos, end);
	}

}
