package io.github.lockstarter.benchmark.jvm;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;

import com.sun.management.OperatingSystemMXBean;
import org.jspecify.annotations.Nullable;

import io.github.lockstarter.benchmark.contender.AsyncLock;
import io.github.lockstarter.benchmark.contender.Contender;
import io.github.lockstarter.benchmark.contender.Contenders;
import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * What runs in the other JVMs. Reads one order from each line of standard input, and
 * answers it with one line. Contenders stay open between orders.
 */
public final class Worker {

	static final String REPLY = "= ";

	private final Endpoint endpoint;

	private final Map<String, Contender> contenders = new ConcurrentHashMap<>();

	private final List<Runnable> held = new ArrayList<>();

	private final List<CompletableFuture<?>> waiting = new ArrayList<>();

	private @Nullable AsyncLock callers;

	private @Nullable Gathering gathering;

	private Worker(Endpoint endpoint) {
		this.endpoint = endpoint;
	}

	/**
	 * Runs the worker until its standard input ends.
	 * @param args the servers, with commas in between, and the lease in milliseconds
	 * @throws Exception if an order cannot be carried out
	 */
	public static void main(String[] args) throws Exception {
		Worker worker = new Worker(
				new Endpoint(List.of(args[0].split(",")), Duration.ofMillis(Long.parseLong(args[1]))));
		BufferedReader orders = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
		for (String line = orders.readLine(); line != null; line = orders.readLine()) {
			try {
				System.out.println(REPLY + worker.carryOut(line.split(" ")));
			}
			catch (Throwable ex) {
				ex.printStackTrace();
				Runtime.getRuntime().halt(1);
			}
		}
		Runtime.getRuntime().halt(0); // nobody waits for the locks of a worker that ends
	}

	private String carryOut(String[] words) throws Exception {
		return switch (words[0]) {
			case "load" ->
				load(words[1], words[2], Integer.parseInt(words[3]), Double.parseDouble(words[4]), 0).toLine();
			case "stay" -> load(words[1], words[2], Integer.parseInt(words[3]), Double.parseDouble(words[4]),
					Long.parseLong(words[5]))
				.toLine();
			case "gather" -> gather(words[1], words[2], Integer.parseInt(words[3]));
			case "gathered" -> gathered();
			case "hand-over" -> new HandOverTurns(contender(words[1]), words[2], Path.of(words[3]))
				.run(Integer.parseInt(words[4]), Double.parseDouble(words[5]), Long.parseLong(words[6]));
			case "wait" -> await(words[1], words[2], Integer.parseInt(words[3]));
			case "hold" -> hold(words[1], words[2], Integer.parseInt(words[3]));
			case "release" -> release();
			case "queue" -> queue(words[1], Integer.parseInt(words[2]), Integer.parseInt(words[3]));
			case "drained" -> drained();
			case "cpu" -> Double.toString(cpuMicros());
			case "compilers" -> Long.toString(ManagementFactory.getCompilationMXBean().getTotalCompilationTime());
			default -> throw new IllegalArgumentException(words[0]);
		};
	}

	private Contender contender(String name) {
		return this.contenders.computeIfAbsent(name, (key) -> Contenders.open(key, this.endpoint));
	}

	/**
	 * Lock name "own" stands for a name for each thread.
	 */
	private LoadResult load(String contender, String name, int threads, double seconds, long workNanos)
			throws Exception {
		boolean own = name.equals("own");
		return new Load(contender(contender), Thread::new, workNanos).run(threads, (thread) -> {
			String lock = own ? "own:" + ProcessHandle.current().pid() + ":" + thread : name;
			return () -> lock;
		}, seconds);
	}

	/**
	 * Lets threads wait for a lock, for as long as this JVM lives.
	 */
	private String await(String contender, String name, int threads) {
		Contender lock = contender(contender);
		for (int i = 0; i < threads; i++) {
			Thread thread = new Thread(() -> lock.acquire(name).run());
			thread.setDaemon(true);
			thread.start();
		}
		return "";
	}

	/**
	 * Lets threads wait for a lock that they may have together.
	 */
	private String gather(String contender, String name, int threads) {
		this.gathering = Gathering.start(contender(contender), name, threads);
		return "";
	}

	/**
	 * When each of them came in.
	 */
	private String gathered() throws InterruptedException {
		return Objects.requireNonNull(this.gathering).entries();
	}

	private String hold(String contender, String name, int locks) {
		Contender lock = contender(contender);
		for (int i = 0; i < locks; i++) {
			this.held.add(lock.acquire(name + ":" + i));
		}
		return "";
	}

	/**
	 * Gives back all that it holds.
	 */
	private String release() {
		this.held.forEach(Runnable::run);
		this.held.clear();
		return "";
	}

	/**
	 * Has callers that do not block wait for locks, evenly.
	 */
	private String queue(String name, int locks, int callers) {
		AsyncLock lock = this.callers;
		if (lock == null) {
			lock = new AsyncLock(this.endpoint);
			this.callers = lock;
		}
		for (int i = 0; i < callers; i++) {
			this.waiting.add(lock.enter(name + ":" + i % locks));
		}
		lock.awaitAsked();
		return "";
	}

	/**
	 * Waits until all of those have had their locks.
	 */
	private String drained() {
		CompletableFuture.allOf(this.waiting.toArray(CompletableFuture[]::new)).join();
		this.waiting.clear();
		return "";
	}

	private static double cpuMicros() {
		return ((OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean()).getProcessCpuTime() / 1e3;
	}

}
