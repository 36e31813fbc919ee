package io.github.lockstarter.proof.campaign;

import java.util.List;

import io.github.lockstarter.proof.fault.FaultLog;
import io.github.lockstarter.proof.fault.Faults;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.test.FaultProxy;

/**
 * What the clients of one run keep their locks in: started for it, hit by its faults, and
 * looked at when it is over.
 */
interface Deployment extends AutoCloseable {

	/**
	 * Opens the ways of a client to it: through proxies, or to servers that clients find
	 * by themselves.
	 */
	Way open(String place);

	/**
	 * What may happen to it, and to the clients on their way: one thread for each.
	 */
	List<Faults> faults(List<ClientSlot> slots, FaultLog log);

	/**
	 * Watches from outside who owns the locks, where that can be seen.
	 */
	List<? extends Watch> watch(HistoryWriter history);

	/**
	 * Whether what is sent on the ways of the clients can be counted.
	 */
	default boolean countsRequests() {
		return true;
	}

	/**
	 * What lasted for the whole run is over.
	 */
	default void over(FaultLog log, List<ClientSlot> slots) {
	}

	/**
	 * Looks at what the run has left.
	 */
	void look(HistoryWriter history);

	@Override
	void close();

	/**
	 * The way of a client.
	 *
	 * @param ports where it connects to
	 * @param proxies what can be disturbed
	 */
	record Way(List<Integer> ports, List<FaultProxy> proxies) {

		static Way through(List<FaultProxy> proxies) {
			return new Way(proxies.stream().map(FaultProxy::port).toList(), proxies);
		}

	}

}
