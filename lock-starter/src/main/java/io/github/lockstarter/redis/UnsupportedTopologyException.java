package io.github.lockstarter.redis;

/**
 * The connection factory leads to a Redis on which the locks cannot be kept yet.
 */
public final class UnsupportedTopologyException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String topology;

	/**
	 * Creates the exception.
	 * @param topology what is configured
	 */
	public UnsupportedTopologyException(String topology) {
		super("Distributed locks cannot be kept where the connection factory leads to: it has a " + topology);
		this.topology = topology;
	}

	/**
	 * What is configured.
	 * @return the simple name of the configuration class
	 */
	public String getTopology() {
		return this.topology;
	}

}
