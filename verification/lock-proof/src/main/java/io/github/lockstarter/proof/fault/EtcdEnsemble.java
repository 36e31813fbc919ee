package io.github.lockstarter.proof.fault;

import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.test.EtcdMembers;

/**
 * Three members of etcd, each a process. They elect a leader as they do by default, in
 * one to two seconds: where they share two processors with everything else, shorter
 * heartbeats would be missed without a fault.
 */
public final class EtcdEnsemble implements Ensemble {

	private static final int SIZE = 3;

	private static final String ROOT = "/distributed-locks/";

	private static final int FAR_SECONDS = 3;

	private static final long LONGEST_NANOS = TimeUnit.SECONDS.toNanos(15);

	private final EtcdMembers members;

	private final Set<Integer> stopped = ConcurrentHashMap.newKeySet();

	private EtcdEnsemble(EtcdMembers members) {
		this.members = members;
	}

	/**
	 * Whether there is an etcd on this machine.
	 * @return whether it can be started
	 */
	public static boolean isThere() {
		return EtcdMembers.program().isPresent();
	}

	/**
	 * Starts one on free ports.
	 * @param directory where its members write, it is created
	 * @return the members, one of which leads; close them
	 */
	public static EtcdEnsemble start(Path directory) {
		EtcdEnsemble ensemble = new EtcdEnsemble(EtcdMembers.start(directory, SIZE));
		ensemble.awaitLeader();
		return ensemble;
	}

	@Override
	public List<Integer> ports() {
		return this.members.ports();
	}

	@Override
	public int leader() {
		return IntStream.range(0, SIZE)
			.filter((index) -> answers(index) && this.members.leads(index))
			.findFirst()
			.orElse(-1);
	}

	/**
	 * Whether it is worth the time to ask a member.
	 */
	private boolean answers(int index) {
		return this.members.process(index).isAlive() && !this.stopped.contains(index);
	}

	@Override
	public boolean kill(int server) {
		return this.members.kill(server);
	}

	@Override
	public void restart(int server) {
		this.members.restart(server);
	}

	/**
	 * Stops a member.
	 * @return whether it was seen to stand still
	 */
	boolean pause(int server) {
		ProcessHandle process = this.members.process(server).toHandle();
		this.stopped.add(server);
		Signals.send("STOP", Stream.of(process));
		return Signals.isStopped(process);
	}

	/**
	 * Lets one go on that was stopped, unless it was killed meanwhile.
	 */
	void resume(int server) {
		Signals.send("CONT", Stream.of(this.members.process(server).toHandle()).filter(ProcessHandle::isAlive));
		this.stopped.remove(server);
	}

	/**
	 * Forgets the history up to now.
	 * @return whether there was any
	 */
	boolean compact() {
		return ask("kv/range", "{\"key\":\"" + encoded(ROOT) + "\",\"count_only\":true}")
			.flatMap((now) -> ask("kv/compaction",
					"{\"revision\":\"" + EtcdGateway.header(now, "revision") + "\",\"physical\":true}"))
			.isPresent();
	}

	@Override
	public boolean endSession(Random random) throws InterruptedException {
		List<Map<?, ?>> places = keys(ROOT + "locks/");
		if (places.isEmpty()) {
			return false;
		}
		Object lease = places.get(random.nextInt(places.size())).get("lease");
		return ask("lease/revoke", "{\"ID\":\"" + lease + "\"}").isPresent();
	}

	/**
	 * All keys, also those of sessions.
	 */
	@Override
	public List<String> places() throws InterruptedException {
		return keys(ROOT).stream().map((key) -> decoded(key.get("key"))).toList();
	}

	/**
	 * The leases of all sessions.
	 */
	Set<String> sessions() {
		return read(ROOT + "sessions/").stream()
			.flatMap(List::stream)
			.map((key) -> String.valueOf(key.get("lease")))
			.collect(Collectors.toSet());
	}

	/**
	 * The leases of those sessions that nobody has a reason to end soon.
	 */
	Set<String> sessionsFarFromTheirEnd() {
		return sessions().stream()
			.filter((lease) -> ask("lease/timetolive", "{\"ID\":\"" + lease + "\"}")
				.filter((left) -> Long.parseLong(String.valueOf(left.getOrDefault("TTL", "-1"))) >= FAR_SECONDS)
				.isPresent())
			.collect(Collectors.toSet());
	}

	private List<Map<?, ?>> keys(String begin) throws InterruptedException {
		long last = System.nanoTime() + LONGEST_NANOS;
		Optional<List<Map<?, ?>>> found = read(begin);
		while (found.isEmpty()) {
			if (System.nanoTime() - last > 0) {
				throw new IllegalStateException("No member answers");
			}
			Thread.sleep(100);
			found = read(begin);
		}
		return found.get();
	}

	/**
	 * The keys that begin with a text, empty if nobody says them.
	 */
	private Optional<List<Map<?, ?>>> read(String begin) {
		String end = begin.substring(0, begin.length() - 1) + (char) ('/' + 1);
		String body = "{\"key\":\"" + encoded(begin) + "\",\"range_end\":\"" + encoded(end) + "\"}";
		return ask("kv/range", body).map((answer) -> {
			List<Map<?, ?>> keys = new ArrayList<>();
			if (answer.get("kvs") instanceof List<?> found) {
				found.forEach((key) -> keys.add((Map<?, ?>) key));
			}
			return keys;
		});
	}

	/**
	 * Asks the first member that answers.
	 */
	private Optional<Map<String, Object>> ask(String path, String body) {
		return IntStream.range(0, SIZE)
			.filter(this::answers)
			.mapToObj((index) -> EtcdGateway.ask(ports().get(index), path, body))
			.flatMap(Optional::stream)
			.findFirst();
	}

	private static String encoded(String text) {
		return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
	}

	private static String decoded(Object text) {
		return new String(Base64.getDecoder().decode(Objects.toString(text)), StandardCharsets.UTF_8);
	}

	@Override
	public List<Faults> furtherFaults(FaultLog log, long seed, Set<FaultKind> kinds) {
		return List.of(new MemberFaults(this, log, seed, kinds));
	}

	@Override
	public void close() {
		this.members.close();
	}

}
