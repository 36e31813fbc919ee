package io.github.lockstarter.zookeeper;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ScheduledExecutorService;

import org.apache.zookeeper.CreateMode;
import org.apache.zookeeper.KeeperException.Code;
import org.apache.zookeeper.WatchedEvent;
import org.apache.zookeeper.Watcher;
import org.apache.zookeeper.ZooDefs;
import org.apache.zookeeper.data.ACL;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;
import io.github.lockstarter.store.LockClock;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.StoreState;

/**
 * The lines of the locks in ZooKeeper. A place is an ephemeral sequential node, and its
 * number is the transaction that created it. Its existence is checked by a transaction,
 * because a read shows the state of one server.
 */
public final class ZooKeeperDirectory implements Directory {

	private static final int ANY_VERSION = -1;

	private final ZooKeeperSettings settings;

	private final LockNodes nodes;

	private final LockClock clock;

	private final List<ACL> acl;

	private final Chroot chroot;

	private volatile @Nullable Connection connection;

	private volatile @Nullable Listener listener;

	/**
	 * Creates the directory, not connected.
	 * @param settings the settings of this store
	 * @param keyPrefix one for each application and environment that share the ensemble
	 * @param holderLabel the label of this instance: application name, host, process id
	 * @param clock the clocks of this JVM
	 */
	public ZooKeeperDirectory(ZooKeeperSettings settings, String keyPrefix, String holderLabel, LockClock clock) {
		this.settings = settings;
		this.nodes = new LockNodes(settings.path(), keyPrefix, holderLabel);
		this.clock = clock;
		this.acl = (settings.username() != null) ? ZooDefs.Ids.CREATOR_ALL_ACL : ZooDefs.Ids.OPEN_ACL_UNSAFE;
		this.chroot = new Chroot(settings, label(), this.acl, ZooDefs.Ids.OPEN_ACL_UNSAFE);
	}

	@Override
	public String label() {
		return "ZooKeeper at " + this.settings.connectString();
	}

	@Override
	public String kind() {
		return "zookeeper";
	}

	@Override
	public String properties() {
		return "distributed-lock.zookeeper.*";
	}

	@Override
	public String sessionProperty() {
		return "zookeeper.session-timeout";
	}

	@Override
	public Duration sessionTimeout() {
		Connection open = this.connection;
		return (open != null) ? open.handle().sessionTimeout() : this.settings.sessionTimeout();
	}

	@Override
	public CompletableFuture<?> start(String clientId, ScheduledExecutorService timers, Listener told) {
		Connection opened = new Connection(this.settings, label(), this.clock, timers, told);
		this.listener = told;
		this.connection = opened;
		return opened.start().thenCompose((begun) -> this.chroot.ensure(opened.handle()));
	}

	@Override
	public void stop(boolean farewell) {
		Connection last = this.connection;
		this.connection = null;
		if (last != null) {
			last.stop(farewell);
		}
	}

	@Override
	public StoreState.Link state() {
		Connection open = this.connection;
		return (open != null) ? open.state() : StoreState.Link.UNKNOWN;
	}

	@Override
	public Moment lastHeard(Moment now) {
		Connection open = this.connection;
		return (open != null) ? open.handle().lastHeard(now) : now;
	}

	Handle handle() {
		Connection open = this.connection;
		return (open != null) ? open.handle() : new Handle(this.settings, this.clock);
	}

	private <T> CompletionStage<T> told(CompletionStage<T> request) {
		return ZooKeeperErrors.told(request, () -> label() + " cannot be reached: "
				+ Objects.requireNonNullElse(state().trouble(), "the connection is closed"));
	}

	@Override
	public CompletionStage<Taken> take(String name, String id, PlaceKind kind, @Nullable Place instead) {
		Handle handle = handle();
		String lock = this.nodes.lock(name);
		return told(attempt(handle, lock, id, kind, instead).exceptionallyCompose((failure) -> {
			if (ZooKeeperErrors.code(failure) != Code.NONODE) {
				return CompletableFuture.failedFuture(failure);
			}
			makeLock(handle, lock, name);
			return attempt(handle, lock, id, kind, instead).exceptionallyCompose((again) -> {
				if (ZooKeeperErrors.code(again) != Code.NONODE) {
					return CompletableFuture.failedFuture(again);
				}
				List<CompletableFuture<?>> made = new ArrayList<>(this.chroot.makeAll(handle));
				made.add(makeLock(handle, lock, name));
				return attempt(handle, lock, id, kind, instead).exceptionallyCompose((last) -> why(made, last));
			});
		}));
	}

	// The failure to create the lock's node or a node above it explains more.
	private static <T> CompletionStage<T> why(List<CompletableFuture<?>> made, Throwable failure) {
		return Chroot.failure(made)
			.thenCompose((cause) -> CompletableFuture.failedFuture(Objects.requireNonNullElse(cause, failure)));
	}

	private CompletableFuture<Boolean> makeLock(Handle handle, String lock, String name) {
		return handle.send((client, answer) -> client.create(lock, this.nodes.nameData(name), this.acl,
				CreateMode.CONTAINER, (rc, asked, context, made, stat) -> answer.is(rc, asked, true), null));
	}

	// Sent together: the line includes the new place.
	private CompletableFuture<Taken> attempt(Handle handle, String lock, String id, PlaceKind kind,
			@Nullable Place instead) {
		CompletableFuture<Taken> taken = handle.send((client, answer) -> client.create(LockNodes.place(lock, id, kind),
				this.nodes.placeData(), this.acl, CreateMode.EPHEMERAL_SEQUENTIAL,
				(rc, asked, context, made, stat) -> answer.is(rc, asked,
						(rc == 0) ? new Taken(new Place(id, made, kind), stat.getCzxid(), false, List.of()) : null),
				null));
		CompletableFuture<Boolean> replaced = (instead != null) ? delete(handle, instead.key())
				: CompletableFuture.completedFuture(true);
		return taken
			.thenCombine(children(handle, lock), (place, line) -> new Taken(place.place(), place.number(), false, line))
			.thenCombine(replaced, (place, was) -> new Taken(place.place(), place.number(), was, place.line()));
	}

	private CompletableFuture<List<Place>> children(Handle handle, String lock) {
		CompletableFuture<List<Place>> line = handle
			.send((client, answer) -> client.getChildren(lock, false, (rc, asked, context, children) -> answer.is(rc,
					asked, (rc == 0) ? LockNodes.line(lock, children) : null), null));
		return orIfNone(line, List.of());
	}

	private static <T> CompletableFuture<T> orIfNone(CompletableFuture<T> request, T otherwise) {
		return request.exceptionallyCompose((failure) -> (ZooKeeperErrors.code(failure) == Code.NONODE)
				? CompletableFuture.completedFuture(otherwise) : CompletableFuture.failedFuture(failure));
	}

	private static CompletableFuture<Boolean> delete(Handle handle, String path) {
		CompletableFuture<Boolean> deleted = handle.send((client, answer) -> client.delete(path, ANY_VERSION,
				(rc, asked, context) -> answer.is(rc, asked, true), null));
		return orIfNone(deleted, false);
	}

	@Override
	public CompletionStage<List<Place>> line(String name) {
		return told(children(handle(), this.nodes.lock(name)));
	}

	@Override
	public CompletionStage<List<Place>> lineNow(String name) {
		Handle handle = handle();
		String lock = this.nodes.lock(name);
		CompletableFuture<Boolean> current = handle
			.send((client, answer) -> client.sync(lock, (rc, asked, context) -> answer.is(rc, asked, true), null));
		return told(orIfNone(current, true).thenCombine(children(handle, lock), (now, line) -> line));
	}

	@Override
	public CompletionStage<Boolean> leave(Place place) {
		return told(delete(handle(), place.key()));
	}

	@Override
	public List<CompletionStage<Boolean>> check(List<Place> places) {
		return new Checks(handle()).ask(places).stream().map(this::told).toList();
	}

	@Override
	public CompletionStage<Boolean> mark(Place place, long millis) {
		CompletableFuture<Boolean> marked = handle()
			.send((client, answer) -> client.setData(place.key(), this.nodes.markedData(millis), ANY_VERSION,
					(rc, asked, context, stat) -> answer.is(rc, asked, true), null));
		return told(orIfNone(marked, false));
	}

	@Override
	public CompletionStage<Optional<Note>> read(Place place) {
		return told(read(handle(), place, null));
	}

	private static CompletableFuture<Optional<Note>> read(Handle handle, Place place, @Nullable Watcher watcher) {
		CompletableFuture<Optional<Note>> note = handle
			.send((client, answer) -> client.getData(place.key(), watcher, (rc, asked, context, data, stat) -> answer
				.is(rc, asked, (rc == 0) ? Optional.of(LockNodes.note(data, stat.getCzxid())) : null), null));
		return orIfNone(note, Optional.empty());
	}

	@Override
	public void watch(String name, Place place) {
		Listener told = this.listener;
		if (told != null) {
			watch(handle(), new Watch(this, told, name, place));
		}
	}

	private static void watch(Handle handle, Watch watch) {
		read(handle, watch.place(), watch).thenAccept((note) -> {
			if (note.isEmpty()) {
				watch.told().changed(watch.name());
			}
			else if (note.get().markedMillis() > 0) {
				watch.told().marked(watch.name(), watch.place(), note.get().markedMillis());
			}
		});
	}

	// A record, because the client keeps only one of several equal watchers.
	private record Watch(ZooKeeperDirectory directory, Listener told, String name, Place place) implements Watcher {

		@Override
		public void process(WatchedEvent event) {
			switch (event.getType()) {
				case NodeDeleted -> this.told.changed(this.name);
				case NodeDataChanged -> watch(this.directory.handle(), this);
				default -> {
				}
			}
		}

	}

}
