package io.github.lockstarter.proof.history;

/**
 * Whom a fault hits.
 */
public enum FaultTarget {

	/**
	 * One client: its process, its clock, its rights, its way to Redis.
	 */
	CLIENT,

	/**
	 * Redis, and with it all clients.
	 */
	SERVER,

	/**
	 * The way of one client to one of several masters.
	 */
	LINK,

	/**
	 * Several masters.
	 */
	MASTER,

	/**
	 * A Redis Cluster.
	 */
	NODE,

	/**
	 * A master that Sentinel watches, and its replica.
	 */
	WATCHED,

	/**
	 * A database, and with it all clients.
	 */
	DATABASE,

	/**
	 * Servers of ZooKeeper, etcd or Consul, of which most are needed.
	 */
	ENSEMBLE,

	/**
	 * The members of etcd, or the servers of Consul.
	 */
	MEMBER

}
