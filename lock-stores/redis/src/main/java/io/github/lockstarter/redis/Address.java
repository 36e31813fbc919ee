package io.github.lockstarter.redis;

/**
 * The address of a cluster node, with a name or an IP address without brackets.
 */
record Address(String host, int port) {

	// The port is behind the last colon, because IPv6 addresses have colons too. Redis
	// writes no host, or "?", where it does not know what clients call it: then it is the
	// host that was asked.
	static Address of(String text, Address asked) {
		int colon = text.lastIndexOf(':');
		String host = text.substring(0, Math.max(colon, 0));
		return new Address(isUnknown(host) ? asked.host() : host, Integer.parseInt(text.substring(colon + 1)));
	}

	static boolean isUnknown(String host) {
		return host.isEmpty() || host.equals("?");
	}

	@Override
	public String toString() {
		return this.host + ":" + this.port;
	}

}
