package io.github.lockstarter.sample.stage.servers;

/**
 * A running instance of the sample on this machine.
 *
 * @param port its port
 * @param pid its process id
 */
public record Server(int port, long pid) {

	public String name() {
		return "server " + this.port;
	}

	String url(String path) {
		return "http://localhost:" + this.port + path;
	}

}
