package io.github.lockstarter.benchmark.contender;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

import org.springframework.context.ConfigurableApplicationContext;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;

/**
 * The starter's template in a Spring Boot application: what its properties can say, and
 * nothing of its inside. So an earlier version of the starter may take its place.
 */
final class ApplicationLock implements Contender {

	private final ConfigurableApplicationContext application;

	private final LockOperations locks;

	private final UnaryOperator<LockRequest> terms;

	private ApplicationLock(Endpoint endpoint, List<String> properties) {
		this(LockApplication.start(endpoint, properties));
	}

	private ApplicationLock(ConfigurableApplicationContext application) {
		this(application, UnaryOperator.identity());
	}

	private ApplicationLock(ConfigurableApplicationContext application, UnaryOperator<LockRequest> terms) {
		this.application = application;
		this.terms = terms;
		this.locks = application.getBean(LockOperations.class);
	}

	/**
	 * On one Redis.
	 */
	static Contender onOne(Endpoint endpoint, String... more) {
		return new ApplicationLock(endpoint, LockApplication.on(endpoint, more));
	}

	/**
	 * On a cluster, of which the endpoint names nodes.
	 */
	static Contender onCluster(Endpoint endpoint) {
		return new ApplicationLock(endpoint,
				List.of("spring.data.redis.cluster.nodes=" + String.join(",", endpoint.servers())));
	}

	/**
	 * On a quorum. With its default a Redis that was just started grants nothing for a
	 * lease.
	 */
	static Contender onQuorum(Endpoint endpoint, String... more) {
		List<String> properties = new ArrayList<>(List.of(more));
		properties.add("distributed-lock.redis.quorum.nodes=" + String.join(",", endpoint.uris()));
		return new ApplicationLock(endpoint, properties);
	}

	/**
	 * On a database.
	 */
	static Contender onDatabase(Endpoint endpoint) {
		return new ApplicationLock(JdbcLockApplication.start(endpoint));
	}

	/**
	 * On ZooKeeper.
	 */
	static Contender onZooKeeper(Endpoint endpoint) {
		return onZooKeeper(endpoint, UnaryOperator.identity());
	}

	/**
	 * On ZooKeeper, by requests that are not as by default.
	 */
	static Contender onZooKeeper(Endpoint endpoint, UnaryOperator<LockRequest> terms) {
		return new ApplicationLock(ZooKeeperLockApplication.start(endpoint), terms);
	}

	/**
	 * On etcd.
	 */
	static Contender onEtcd(Endpoint endpoint) {
		return new ApplicationLock(EtcdLockApplication.start(endpoint));
	}

	/**
	 * On Consul.
	 */
	static Contender onConsul(Endpoint endpoint) {
		return new ApplicationLock(ConsulLockApplication.start(endpoint));
	}

	@Override
	public void locked(String name, Runnable work) {
		this.locks.executeWithoutResult(request(name), (lease) -> work.run());
	}

	@Override
	public Runnable acquire(String name) {
		Lease lease = this.locks.acquire(request(name));
		return lease::close;
	}

	private LockRequest request(String name) {
		return this.terms.apply(LockRequest.of(name).waitTime(Duration.ofMinutes(10)));
	}

	@Override
	public void close() {
		this.application.close();
	}

}
