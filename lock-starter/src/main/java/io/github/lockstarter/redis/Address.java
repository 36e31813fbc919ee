package io.github.lockstarter.redis;

/**
 * Where a node of a cluster is.
 *
 * @param host the name, or the IP address without brackets
 * @param port the port
 */
record Address(String host, int port) {

	/**
	 * Reads an address as Redis writes it: the port is behind the last colon, because an
	 * IPv6 address has colons too. Without a host it is the host that was asked, and so
	 * it is where Redis does not know what clients call it.
	 * @param text what Redis wrote
	 * @param asked the node that was asked
	 * @throws IllegalArgumentException if there is no port
	 */
	static Address of(String text, Address asked) {
		int colon = text.lastIndexOf(':');
		String host = text.substring(0, Math.max(colon, 0));
		return new Address(isUnknown(host) ? asked.host() : host, Integer.parseInt(text.substring(colon + 1)));
	}

	/**
	 * Whether a host is none.
	 */
	static boolean isUnknown(String host) {
		return host.isEmpty() || host.equals("?");
	}

	@Override
	public String toString() {
		return this.host + ":" + this.port;
	}

}
