package io.github.lockstarter.testing.documentation;

import io.github.lockstarter.LockMode;
import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnLost;
import io.github.lockstarter.annotation.OnNotAcquired;

/**
 * An example for each attribute, as docs/annotation.md shows it.
 */
interface Attributes {

	// key: one lock for each order, such as order:4711
	@DistributedLocked(name = "order", key = "#order.id")
	void ship(Order order);

	// value is the key; without a name, class and method are in front of it
	@DistributedLocked("#order.id")
	void print(Order order);

	// name: a placeholder with a default
	@DistributedLocked(name = "${stock.lock:stock}")
	void count();

	// waitTime: half a second instead of distributed-lock.wait-time
	@DistributedLocked(name = "price", key = "#article", waitTime = "500ms")
	void refresh(String article);

	// leaseTime: the lock ends after ten seconds, also if the method still runs
	@DistributedLocked(name = "report", leaseTime = "10s")
	void report();

	// minHold: no second reminder within a minute
	@DistributedLocked(name = "reminder", key = "#user", waitTime = "0", minHold = "1m")
	void remind(String user);

	// mode: shared with other readers; a method that writes has the same name
	@DistributedLocked(name = "catalog", mode = LockMode.READ)
	void read();

	// permits: three callers at a time for each tenant
	@DistributedLocked(name = "export", key = "#tenant", permits = "3")
	void export(String tenant);

	// fair: in the order of arrival
	@DistributedLocked(name = "auction", key = "#lot", fair = true)
	void bid(String lot);

	// release: returns without waiting for the answer of the store
	@DistributedLocked(name = "counter", release = "sent")
	void increment();

	// condition: no lock for an amount of 0
	@DistributedLocked(name = "account", key = "#id", condition = "#amount != 0")
	void book(String id, int amount);

	// onNotAcquired: nothing to do if another instance does it
	@DistributedLocked(name = "clean-up", waitTime = "0", onNotAcquired = OnNotAcquired.SKIP)
	void cleanUp();

	// onLost: stops a long calculation
	@DistributedLocked(name = "forecast", onLost = OnLost.INTERRUPT)
	void forecast();

	/**
	 * What is shipped.
	 *
	 * @param id its number
	 */
	record Order(String id) {

	}

}
