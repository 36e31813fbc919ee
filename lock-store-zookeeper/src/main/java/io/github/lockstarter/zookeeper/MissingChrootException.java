package io.github.lockstarter.zookeeper;

import java.util.List;
import java.util.stream.Collectors;

/**
 * The path in the connect string is missing in ZooKeeper, and the user of the locks may
 * not create it.
 */
public final class MissingChrootException extends IllegalStateException {

	private static final long serialVersionUID = 1L;

	private final String chroot;

	private final List<String> commands;

	MissingChrootException(String label, ZooKeeperSettings settings, Throwable cause) {
		super(label + " has no node " + settings.chroot()
				+ ", which distributed-lock.zookeeper.connect-string ends with, and it could not be created: "
				+ ZooKeeperErrors.text(cause), cause);
		this.chroot = settings.chroot();
		this.commands = LockNodes.pathTo(settings.chroot())
			.stream()
			.map((node) -> "zkCli.sh -server " + settings.servers() + " create " + node)
			.collect(Collectors.toUnmodifiableList());
	}

	/**
	 * The missing path.
	 * @return the path, such as "/prod"
	 */
	public String getChroot() {
		return this.chroot;
	}

	/**
	 * The commands that create the path.
	 * @return shell commands, the topmost node first
	 */
	public List<String> getCommands() {
		return this.commands;
	}

}
