package io.github.lockstarter.simulation.etcd;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.stream.IntStream;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.etcd.EtcdAnswer;
import io.github.lockstarter.etcd.EtcdModel;
import io.github.lockstarter.etcd.EtcdWatches;
import io.github.lockstarter.simulation.world.Chance;
import io.github.lockstarter.simulation.world.World;

/**
 * Three members of etcd. What a majority agrees on is one state, which nothing forgets;
 * who leads is known to each member at another moment, and to one that is paused or apart
 * from the others not at all. So there may be a former leader that takes itself for one:
 * it keeps a lease alive in vain, its reads have no answer, and what it is to write is
 * written when the others hear of it before they have another leader, or never.
 */
public final class EtcdCluster {

	private static final int MEMBERS = 3;

	private static final long MILLI = 1_000_000;

	private static final long HEARTBEAT = 100 * MILLI;

	private static final long ELECTION = 1_000 * MILLI;

	private final World world;

	private final Chance chance;

	private final EtcdModel model;

	private final List<Member> members;

	private final List<Runnable> unwritten = new ArrayList<>();

	private int leader;

	private long agreed;

	private long election = ELECTION;

	private long commands;

	/**
	 * Starts them.
	 * @param world where they are
	 */
	public EtcdCluster(World world) {
		this.world = world;
		this.chance = world.chance();
		this.members = IntStream.range(0, MEMBERS).mapToObj((index) -> new Member(world, index)).toList();
		this.model = new EtcdModel(this.members.get(0).process()::nanoTime);
		beat();
	}

	List<Member> members() {
		return this.members;
	}

	/**
	 * What the majority has agreed on.
	 * @return keys, leases and who watches
	 */
	public EtcdModel model() {
		return this.model;
	}

	long commands() {
		return this.commands;
	}

	private void beat() {
		long now = this.world.now();
		if (agrees(this.leader)) {
			this.agreed = now;
			this.model.expire();
			List<Runnable> late = List.copyOf(this.unwritten);
			this.unwritten.clear();
			late.forEach(Runnable::run);
		}
		else if (now - this.agreed > this.election) {
			elect();
		}
		if (agrees(this.leader)) {
			this.members.stream()
				.filter((member) -> member.isAmongOthers() && !this.chance.oneIn(4))
				.forEach((member) -> member.hears(this.leader, this.model.term()));
		}
		this.members.forEach(Member::doubts);
		this.world.after(null, HEARTBEAT, this::beat);
	}

	/**
	 * Whether a member and another one make a majority.
	 */
	private boolean agrees(int member) {
		return this.members.get(member).isAmongOthers() && awake() > 1;
	}

	private long awake() {
		return this.members.stream().filter(Member::isAmongOthers).count();
	}

	private void elect() {
		List<Member> candidates = this.members.stream().filter(Member::isAmongOthers).toList();
		if (candidates.size() > 1) {
			Member elected = candidates.get((int) this.chance.below(candidates.size()));
			this.leader = elected.index();
			this.unwritten.clear();
			this.model.lead(elected.process()::nanoTime);
			this.agreed = this.world.now();
			this.election = ELECTION + this.chance.below(ELECTION);
			elected.hears(this.leader, this.model.term());
			this.world.tell("etcd" + this.leader + " leads");
		}
	}

	/**
	 * A request has come to a member.
	 * @param reply gets the answer, if there is one
	 */
	void ask(Member at, String path, String body, Consumer<EtcdAnswer> reply) {
		this.commands++;
		if (at.leader() < 0) {
			reply.accept(EtcdAnswer.unavailable("etcdserver: no leader"));
		}
		else if (at.leads()) {
			lead(at, path, body, reply, () -> tooLate(at, reply));
		}
		else {
			Member to = this.members.get(at.leader());
			if (at.isApart() || to.isApart() || to.isDown()) {
				tooLate(at, reply);
				return;
			}
			this.world.after(to.process(), way(), () -> {
				if (!to.leads() || to.isDown()) {
					tooLate(at, reply);
					return;
				}
				lead(to, path, body, (answer) -> this.world.after(at.process(), way(), () -> {
					if (!at.isApart()) {
						reply.accept(answer);
					}
				}), () -> tooLate(at, reply));
			});
		}
	}

	private void tooLate(Member at, Consumer<EtcdAnswer> reply) {
		this.world.after(at.process(), this.chance.between(5_000, 7_000) * MILLI,
				() -> reply.accept(EtcdAnswer.unavailable("etcdserver: request timed out")));
	}

	private long way() {
		return 50_000 + this.chance.below(this.chance.oneIn(50) ? 20 * MILLI : MILLI);
	}

	/**
	 * A request has come to who takes itself for the leader.
	 */
	private void lead(Member at, String path, String body, Consumer<EtcdAnswer> reply, Runnable lost) {
		if (path.equals("lease/keepalive")) {
			// nobody else is asked
			reply.accept((at.index() == this.leader && agrees(this.leader)) ? this.model.ask(path, body)
					: this.model.keepAliveInVain(body, at.term()));
			return;
		}
		boolean writes = !path.equals("kv/range") && (!path.equals("kv/txn") || body.contains("\"compare\""));
		long term = at.term();
		Runnable done = () -> {
			EtcdAnswer answer = this.model.ask(path, body);
			this.world.after(at.process(), 0, () -> reply.accept(answer));
		};
		this.world.after(null, 2 * way(), () -> {
			boolean current = at.index() == this.leader && term == this.model.term();
			if (current && !at.isDown() && !at.isApart() && awakeBeside(at)) {
				done.run();
			}
			else if (current && writes && this.chance.oneIn(2)) {
				// in its log, and sent to the others when it can be
				this.unwritten.add(done);
			}
			else {
				lost.run();
			}
		});
	}

	private boolean awakeBeside(Member at) {
		return this.members.stream().anyMatch((member) -> member != at && member.isAmongOthers());
	}

	/**
	 * Begins to tell what goes away.
	 * @param line gets each line when the member knows it, and an empty one at the end
	 * @return who is told; null if nobody is
	 */
	EtcdWatches.@Nullable Watcher watch(Member at, String body, Consumer<String> line) {
		this.commands++;
		if (at.leader() < 0) {
			noLeader(line);
			return null;
		}
		return this.model.watch(body, (text) -> at.tell(() -> line.accept(text)));
	}

	static void noLeader(Consumer<String> line) {
		line.accept("{\"error\":{\"grpc_code\":14,\"http_code\":503,\"message\":\"etcdserver: no leader\"}}");
		line.accept("");
	}

	/**
	 * Whether all members are well, so that something may happen to one.
	 * @return whether a majority would be left
	 */
	public boolean isWhole() {
		return awake() == MEMBERS && this.members.stream().allMatch((member) -> member.leader() == this.leader);
	}

	/**
	 * Some members are killed, and come back after a while with all that they knew.
	 * @param count how many
	 * @param leaderFirst whether the leader is among them
	 * @param nanos for how long
	 */
	public void kill(int count, boolean leaderFirst, long nanos) {
		some(count, leaderFirst).forEach((member) -> {
			member.kill();
			this.world.after(null, nanos, member::startAgain);
		});
	}

	/**
	 * A member is cut off from the others, but not from its clients.
	 * @param leaderFirst whether it is the leader
	 * @param nanos for how long
	 */
	public void split(boolean leaderFirst, long nanos) {
		some(1, leaderFirst).forEach((member) -> {
			member.split();
			this.world.after(null, nanos, member::join);
		});
	}

	/**
	 * A member stands still.
	 * @param leaderFirst whether it is the leader
	 * @param nanos for how long
	 */
	public void pause(boolean leaderFirst, long nanos) {
		some(1, leaderFirst).forEach((member) -> member.process().pause(nanos));
	}

	private List<Member> some(int count, boolean leaderFirst) {
		int first = leaderFirst ? this.leader : (int) this.chance.below(MEMBERS);
		return IntStream.range(0, count).mapToObj((i) -> this.members.get((first + i) % MEMBERS)).toList();
	}

	/**
	 * Ends a session, as if nothing had been heard of it.
	 */
	public void endSession() {
		if (this.model.leases() > 0) {
			this.model.endLease((int) this.chance.below(this.model.leases()));
		}
	}

}
