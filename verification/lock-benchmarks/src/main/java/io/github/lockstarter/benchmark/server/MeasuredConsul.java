package io.github.lockstarter.benchmark.server;

import java.util.Optional;

import io.github.lockstarter.benchmark.contender.Endpoint;
import io.github.lockstarter.test.ConsulMembers;

/**
 * A single server of Consul, the program on this machine, which writes each change to its
 * disk before it answers, as one in production does.
 */
public final class MeasuredConsul implements MeasuredServer {

	private final ConsulMembers member;

	private MeasuredConsul(ConsulMembers member) {
		this.member = member;
		member.awaitAnswer();
	}

	/**
	 * Starts one on free ports.
	 * @return the server; close it
	 */
	public static MeasuredConsul start() {
		return new MeasuredConsul(ConsulMembers.start(1));
	}

	/**
	 * What has to be installed to measure one.
	 * @return what is missing, or empty
	 */
	public static Optional<String> missing() {
		return ConsulMembers.program().isPresent() ? Optional.empty() : Optional.of(ConsulMembers.MISSING);
	}

	/**
	 * Which one it is.
	 * @return its version, or empty where there is none
	 */
	public static Optional<String> version() {
		return ConsulMembers.version();
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
