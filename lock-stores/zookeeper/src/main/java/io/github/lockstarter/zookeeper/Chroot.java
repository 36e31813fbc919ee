package io.github.lockstarter.zookeeper;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;

import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.store.LockStartException;

/**
 * The nodes above all locks: the path in the connect string, then the root. Paths include
 * that path, because a client that is connected below a missing path can neither create
 * it nor do anything else.
 */
final class Chroot {

	private static final byte[] EMPTY = {};

	private final ZooKeeperSettings settings;

	private final String label;

	private final List<ACL> own;

	private final List<ACL> open;

	Chroot(ZooKeeperSettings settings, String label, List<ACL> own, List<ACL> open) {
		this.settings = settings;
		this.label = label;
		this.own = own;
		this.open = open;
	}

	// Fails with a LockStartException if this user may not create it. Other failures
	// are left to the first request for a lock.
	CompletableFuture<?> ensure(Handle handle) {
		if (this.settings.chroot().isEmpty()) {
			return CompletableFuture.completedFuture(true);
		}
		return isThere(handle).thenCompose((there) -> there ? CompletableFuture.completedFuture(true)
				: failure(make(handle, LockNodes.pathTo(this.settings.chroot()))).thenCombine(isThere(handle),
						(failed, made) -> {
							if (!made && failed != null) {
								throw missing(failed);
							}
							return true;
						}));
	}

	private LockStartException missing(Throwable failed) {
		String chroot = this.settings.chroot();
		String commands = LockNodes.pathTo(chroot)
			.stream()
			.map((node) -> "zkCli.sh -server " + this.settings.servers() + " create " + node)
			.collect(Collectors.joining("\n"));
		return new LockStartException(
				this.label + " has no node " + chroot
						+ ", which distributed-lock.zookeeper.connect-string ends with, and it could not be created: "
						+ ZooKeeperErrors.text(failed),
				"Create it as a user with the right to, and let the user of the locks create nodes below it. Existing "
						+ "nodes stay as they are:\n\n" + commands + "\n\nOr remove '" + chroot
						+ "' from the end of distributed-lock.zookeeper.connect-string.",
				failed);
	}

	List<CompletableFuture<?>> makeAll(Handle handle) {
		return make(handle, LockNodes.pathTo(this.settings.path()));
	}

	// The failure of the lowest node that could not be created, or null. Failures of
	// nodes below a missing one are consequences, and a missing privilege for an existing
	// node is no failure.
	static CompletableFuture<@Nullable Throwable> failure(List<CompletableFuture<?>> made) {
		return CompletableFuture.allOf(made.toArray(CompletableFuture[]::new)).handle((all, any) -> {
			Throwable failure = null;
			for (CompletableFuture<?> one : made) {
				Throwable cause = one.<@Nullable Throwable>handle((done, failed) -> failed).join();
				Code code = (cause != null) ? ZooKeeperErrors.code(cause) : Code.OK;
				failure = switch (code) {
					case OK, NODEEXISTS -> null;
					case NONODE -> (failure != null) ? failure : cause;
					default -> cause;
				};
			}
			return failure;
		});
	}

	private List<CompletableFuture<?>> make(Handle handle, List<String> nodes) {
		List<CompletableFuture<?>> made = new ArrayList<>();
		for (String node : nodes) {
			List<ACL> rights = LockNodes.pathTo(this.settings.chroot()).contains(node) ? this.open : this.own;
			made.add(handle.<Boolean>send((client, answer) -> client.create(node, EMPTY, rights, CreateMode.PERSISTENT,
					(rc, asked, context, name, stat) -> answer.is(rc, asked, true), null)));
		}
		return made;
	}

	private CompletableFuture<Boolean> isThere(Handle handle) {
		return handle
			.<Boolean>send((client, answer) -> client.exists(this.settings.chroot(), false,
					(rc, asked, context, stat) -> answer.is(rc, asked, true), null))
			.exceptionally((failure) -> ZooKeeperErrors.code(failure) != Code.NONODE);
	}

}
