package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.util.List;

/**
 * Where the locks are kept, and for how long one is kept that is not renewed.
 *
 * @param servers one Redis as {@code host:port}; or the nodes of a cluster, or the
 * masters of a quorum; or the servers of ZooKeeper, or a member of etcd, or a server of
 * Consul; or the JDBC URL of a database. A client of one server takes the first
 * @param lease the lease of every contender, renewed by those that renew
 */
public record Endpoint(List<String> servers, Duration lease) {

	/**
	 * The default lease of the starter and of Redisson.
	 */
	public static final Duration LEASE = Duration.ofSeconds(30);

	/**
	 * One server, with the default lease.
	 * @param host its host
	 * @param port its port
	 * @return the endpoint
	 */
	public static Endpoint at(String host, int port) {
		return new Endpoint(List.of(host + ":" + port), LEASE);
	}

	/**
	 * A database, with the default lease.
	 * @param jdbcUrl its URL, with the user
	 * @return the endpoint
	 */
	public static Endpoint of(String jdbcUrl) {
		return new Endpoint(List.of(jdbcUrl), LEASE);
	}

	/**
	 * As an address with another lease.
	 * @param lease the lease
	 * @return the same servers
	 */
	public Endpoint lease(Duration lease) {
		return new Endpoint(this.servers, lease);
	}

	/**
	 * The host of the first server.
	 * @return a name or an address
	 */
	public String host() {
		return first().substring(0, first().lastIndexOf(':'));
	}

	/**
	 * The port of the first server.
	 * @return the port
	 */
	public int port() {
		return Integer.parseInt(first().substring(first().lastIndexOf(':') + 1));
	}

	/**
	 * All servers, as ZooKeeper's clients want them.
	 */
	String connectString() {
		return String.join(",", this.servers);
	}

	/**
	 * The first server, where it speaks HTTP.
	 */
	String httpAddress() {
		return "http://" + first();
	}

	String jdbcUrl() {
		return first();
	}

	private String first() {
		return this.servers.get(0);
	}

	List<String> uris() {
		return this.servers.stream().map((server) -> "redis://" + server).toList();
	}

	String uri() {
		return uris().get(0);
	}

}
