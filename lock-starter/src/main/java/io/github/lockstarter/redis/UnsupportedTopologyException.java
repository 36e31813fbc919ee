package io.github.lockstarter.redis;

/**
 * The connection factory has a topology on which locks cannot be kept.
 */
public final class UnsupportedTopologyException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String topology;

	/**
	 * Creates the exception.
	 * @param topology the configuration
	 */
	public UnsupportedTopologyException(String topology) {
		super("Distributed locks do not support the topology of the connection factory: it has a " + topology);
		this.topology = topology;
	}

	/**
	 * The configuration of the connection factory.
	 * @return the simple name of its class
	 */
	public String getTopology() {
		return this.topology;
	}

}
