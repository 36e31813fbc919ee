package io.github.lockstarter.proof.workload;

import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;

import org.springframework.jdbc.datasource.DriverManagerDataSource;

import io.github.lockstarter.proof.fault.DatabaseServer;
import io.github.lockstarter.proof.history.HistoryWriter;
import io.github.lockstarter.proof.workload.ClientArguments.Name;
import io.github.lockstarter.proof.workload.LockUnderTest.Held;
import io.github.lockstarter.proof.workload.LockUnderTest.RefusedException;
import io.github.lockstarter.store.LockClock;

/**
 * One client process. It says "ready", and then every 100 milliseconds how many
 * operations it has done. It understands the lines "go", "step MILLIS" (sets its wall
 * clock), "restart" (of its locks, on an interrupted thread) and "stop"; at the end of
 * its input it ends.
 */
public final class Client {

	// Enough to come to each of a few servers, and to know its clock.
	private static final int WARM_UP_LOCKS = 16;

	private Client() {
	}

	/**
	 * Runs the client.
	 * @param args {@link ClientArguments}
	 * @throws Exception if it cannot be started
	 */
	public static void main(String[] args) throws Exception {
		ClientArguments arguments = ClientArguments.parse(args);
		String name = arguments.text(Name.CLIENT);
		HistoryWriter history = new HistoryWriter(Path.of(arguments.text(Name.HISTORY)));
		ClientClock clock = new ClientClock(arguments.choice(Name.CLOCK, SuspendedClock.class));
		Random seeds = new Random(Long.parseLong(arguments.text(Name.SEED)));
		AtomicBoolean running = new AtomicBoolean(true);
		AtomicLong operations = new AtomicLong();
		Servers servers = arguments.choice(Name.SERVERS, Servers.class);
		Timing timing = servers.timing(arguments.text(Name.USER));
		LockUnderTest locks = open(arguments, timing, clock, history);
		Resource resource = new Resource("127.0.0.1", arguments.number(Name.RESOURCE));
		warmUp(name, locks, resource);
		HeartBeat.start(history, () -> {
			clock.nanoTime();
			resource.ping();
		});
		Expenses.start(history);
		Thread[] threads = new Thread[arguments.number(Name.THREADS)];
		for (int i = 0; i < threads.length; i++) {
			RequestMix mix = new RequestMix(seeds.nextLong(), arguments, timing);
			threads[i] = new Thread(new Worker(name + "-" + i, locks, mix, resource, history, operations, running::get),
					"proof-worker-" + i);
		}
		say("ready");
		BufferedReader commands = new BufferedReader(new InputStreamReader(System.in));
		for (String line = commands.readLine(); line != null && !line.equals("stop"); line = commands.readLine()) {
			if (line.equals("go")) {
				for (Thread thread : threads) {
					thread.start();
					// a hundred that begin at once are slower than a command timeout
					LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
				}
				report(operations);
			}
			else if (line.startsWith("step ")) {
				clock.step(Long.parseLong(line.substring("step ".length())));
				say("stepped");
			}
			else if (line.equals("restart")) {
				restart(locks);
				say("restarted");
			}
		}
		running.set(false);
		for (Thread thread : threads) {
			thread.join();
		}
		locks.close();
		resource.close();
		history.close();
		say("done " + operations.get());
		System.exit(0);
	}

	private static LockUnderTest open(ClientArguments arguments, Timing timing, LockClock clock,
			HistoryWriter history) {
		StarterLock locks = new StarterLock(arguments, timing, clock, history);
		if (!arguments.choice(Name.SERVERS, Servers.class).isDatabase()) {
			return locks;
		}
		return new InTransactions(locks,
				new DriverManagerDataSource(Stores.url(arguments.number(Name.PORT)), arguments.text(Name.USER),
						DatabaseServer.PASSWORD),
				arguments.text(Name.CLIENT), Long.parseLong(arguments.text(Name.SEED)));
	}

	/**
	 * A JVM that has just started takes longer for its first operations than a command
	 * timeout.
	 */
	private static void warmUp(String name, LockUnderTest locks, Resource resource) throws InterruptedException {
		Thread[] threads = new Thread[4];
		for (int i = 0; i < threads.length; i++) {
			threads[i] = new Thread(() -> {
				long end = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(700);
				for (int count = 0; System.nanoTime() - end < 0; count++) {
					warmUpOnce(name + ":" + count % WARM_UP_LOCKS, locks, resource);
				}
			}, "proof-warm-up-" + i);
			threads[i].start();
		}
		for (Thread thread : threads) {
			thread.join();
		}
	}

	private static void warmUpOnce(String name, LockUnderTest locks, Resource resource) {
		try {
			Held held = locks.acquire(Request.of(List.of("warm-up:" + name), 300));
			if (held != null) {
				resource.write(name, 0, resource.read(name, 0));
				held.close();
			}
		}
		catch (RefusedException ex) {
			// a fault hit the start of a replacement
		}
	}

	/**
	 * As where a shutdown hook, or a test, is interrupted.
	 */
	private static void restart(LockUnderTest locks) throws InterruptedException {
		Thread thread = new Thread(() -> {
			Thread.currentThread().interrupt();
			locks.restart();
		}, "proof-restart");
		thread.start();
		thread.join();
	}

	private static void report(AtomicLong operations) {
		Thread thread = new Thread(() -> {
			try {
				while (true) {
					Thread.sleep(100);
					say("operations " + operations.get());
				}
			}
			catch (InterruptedException ex) {
				Thread.currentThread().interrupt();
			}
		}, "proof-report");
		thread.setDaemon(true);
		thread.start();
	}

	private static void say(String line) {
		System.out.println(line);
		System.out.flush();
	}

}
