package io.github.lockstarter.benchmark.server;

import java.util.Optional;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.test.EtcdMembers;

/**
 * An etcd of one member, the program on this machine, which writes each change to its
 * disk before it answers, as one in production does.
 */
public final class MeasuredEtcd implements MeasuredServer {

	private final EtcdMembers member;

	private MeasuredEtcd(EtcdMembers member) {
		this.member = member;
		member.awaitAnswer();
	}

	/**
	 * Starts one on a free port.
	 * @return the server; close it
	 */
	public static MeasuredEtcd start() {
		return new MeasuredEtcd(EtcdMembers.startDurable());
	}

	/**
	 * What has to be installed to measure one.
	 * @return what is missing, or empty
	 */
	public static Optional<String> missing() {
		return EtcdMembers.program().isPresent() ? Optional.empty() : Optional.of(EtcdMembers.MISSING);
	}

	/**
	 * Which one it is.
	 * @return its version, or empty where there is none
	 */
	public static Optional<String> version() {
		return EtcdMembers.version();
	}

	@Override
	public Endpoint endpoint() {
		return Endpoint.at("127.0.0.1", this.member.ports().get(0));
	}

	@Override
	public void close() {
		this.member.close();
	}

}
