package io.github.lockstarter.simulation.scenario;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;
import java.util.stream.IntStream;

import io.github.lockstarter.LockRequest;
import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.async.AsyncLease;
import io.github.lockstarter.proof.workload.Foreign;
import io.github.lockstarter.proof.workload.ThrowingCode;
import io.github.lockstarter.proof.workload.Timing;
import io.github.lockstarter.simulation.client.Backend;
import io.github.lockstarter.simulation.client.Instance;
import io.github.lockstarter.simulation.client.Network;
import io.github.lockstarter.simulation.server.Redis;
import io.github.lockstarter.simulation.server.Sentinel;
import io.github.lockstarter.simulation.server.Server;
import io.github.lockstarter.simulation.world.Process;
import io.github.lockstarter.simulation.world.Story;
import io.github.lockstarter.simulation.world.World;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * A world in which nothing happens by itself: a scenario says what happens when. All is
 * over a wire, with a network that is fast and loses nothing; the seed is free, and a
 * scenario holds for each.
 */
final class Stage {

	/**
	 * A request for the lock of all scenarios.
	 */
	static final LockRequest REQUEST = LockRequest.of("scenario").waitTime(Duration.ofSeconds(30));

	private static final long LONGEST = Duration.ofMinutes(2).toNanos();

	private final World world;

	private final Network network;

	private final List<Redis> masters;

	private final List<Sentinel> sentinels;

	private final Backend backend;

	private int instances;

	private Stage(long seed, int masters, int watching) {
		this(new World(seed, new Story(null)), Network::new, masters, watching);
	}

	private Stage(World world, Function<World, Network> network, int masters, int watching) {
		this.world = world;
		this.network = network.apply(world);
		this.network.calm();
		this.masters = new ArrayList<>(
				IntStream.range(0, masters).mapToObj((i) -> new Redis(this.world, "server" + i)).toList());
		this.sentinels = IntStream.range(0, watching)
			.mapToObj((i) -> new Sentinel(this.world, "sentinel" + i, "mymaster", Server.PORT))
			.toList();
		this.backend = this.sentinels.isEmpty() ? Backend.of(this.masters)
				: Backend.watched(this.masters, this.sentinels);
	}

	static Stage ofOneRedis(long seed) {
		return new Stage(seed, 1, 0);
	}

	/**
	 * The same with ways of that length in the mean, from a half to one and a half of it.
	 */
	static Stage ofOneRedis(long seed, Duration way) {
		return new Stage(new World(seed, new Story(null)), (world) -> new Network(world, way.toNanos()), 1, 0);
	}

	static Stage ofAQuorum(long seed) {
		return new Stage(seed, 3, 0);
	}

	/**
	 * A master, a replica that takes its place some day, and three Sentinels.
	 */
	static Stage watched(long seed) {
		Stage stage = new Stage(seed, 2, 3);
		Process replica = stage.masters.get(1).process();
		// a lease means something to both
		replica.setClock((stage.redis().process().wallMicros() - replica.wallMicros()) / 1_000);
		return stage;
	}

	List<Sentinel> sentinels() {
		return this.sentinels;
	}

	Redis redis() {
		return this.masters.get(0);
	}

	/**
	 * The masters of a quorum; who changes the list changes where names lead, for
	 * instances that come after.
	 */
	List<Redis> masters() {
		return this.masters;
	}

	/**
	 * An instance, begun but not connected yet.
	 */
	Instance begun(Timing timing) {
		return new Instance(this.world, "client" + this.instances++ + "g0", this.backend, this.network, timing,
				ReleaseMode.CONFIRMED, new ThrowingCode(Foreign.SOUND), (kind, nanos, words) -> {
				});
	}

	/**
	 * An instance that has met its servers.
	 */
	Instance instance(Timing timing) {
		Instance instance = begun(timing);
		for (int i = 0; i < 1_000 && !instance.isConnected(); i++) {
			pass(Duration.ofMillis(5));
		}
		assertThat(instance.isConnected()).isTrue();
		return instance;
	}

	/**
	 * Time goes by.
	 */
	void pass(Duration time) {
		this.world.run(this.world.now() + time.toNanos());
	}

	/**
	 * Asks for a lock in the process of an instance.
	 */
	CompletableFuture<AsyncLease> asks(Instance instance, LockRequest request) {
		CompletableFuture<AsyncLease> asked = new CompletableFuture<>();
		instance.process().after(0, () -> instance.locks().acquire(request).whenComplete((lease, failure) -> {
			if (failure != null) {
				asked.completeExceptionally(failure);
			}
			else {
				asked.complete(lease);
			}
		}));
		return asked;
	}

	/**
	 * Lets time go by until something has come true.
	 */
	<T> T result(CompletableFuture<T> future) {
		long end = this.world.now() + LONGEST;
		while (!future.isDone() && this.world.now() < end) {
			pass(Duration.ofMillis(1));
		}
		assertThat(future).as("after two minutes").isDone();
		return future.join();
	}

	/**
	 * Why somebody did not get a lock.
	 */
	static Throwable failure(CompletableFuture<AsyncLease> asked) {
		return asked.handle((lease, failure) -> failure).join();
	}

	/**
	 * Gives a lock back.
	 */
	void release(AsyncLease lease) {
		result(lease.close().toCompletableFuture());
	}

	/**
	 * Time goes by, in which never two hold a lock.
	 */
	void neverTwo(Duration time, List<CompletableFuture<AsyncLease>> asked) {
		for (long i = 0; i < time.toMillis() / 10; i++) {
			pass(Duration.ofMillis(10));
			assertThat(asked.stream()
				.filter((one) -> one.isDone() && !one.isCompletedExceptionally() && one.join().asLease().isHeld())
				.count()).isLessThanOrEqualTo(1);
		}
	}

}
