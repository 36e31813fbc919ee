package io.github.lockstarter.documentation;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.autoconfigure.AutoConfigurations;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.util.FileSystemUtils;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.LockUnavailableException;
import io.github.lockstarter.autoconfigure.LockAutoConfiguration;
import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.ThreadRuntime;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.LockStore;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.StoreReply;
import io.github.lockstarter.store.SystemLockClock;
import io.github.lockstarter.test.ShortJvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

/**
 * The store that the documents show: between processes, which the contract cannot show,
 * and in applications.
 */
@Timeout(120)
class LocksInADirectoryTests {

	// longer than it takes to start a JVM on a busy machine
	private static final long LEASE = 300_000;

	@TempDir
	private Path directory;

	private static LockStore store(Path directory) {
		return new DirectoryLockStore(directory, LockSettings.defaults(), new ThreadRuntime(new SystemLockClock()));
	}

	@Test
	void waiterOfAnotherProcessIsToldWhileItLives() throws Exception {
		BlockingQueue<PushMessage> messages = new LinkedBlockingQueue<>();
		Instance here = Instance.of(store(this.directory), messages::add);
		here.acquire("first", 1);
		here.acquire("second", 2);
		Process other = new ProcessBuilder(ShortJvm.command("-cp", System.getProperty("java.class.path"),
				OtherProcess.class.getName(), this.directory.toString()))
			.redirectError(ProcessBuilder.Redirect.INHERIT)
			.start();
		BufferedReader said = other.inputReader();
		try {
			assertThat(line(said)).isEqualTo("first: WAIT 1");
			assertThat(line(said)).isEqualTo("second: WAIT 1");
			here.store.release("first", here.id(1), 0);
			assertThat(line(said)).isEqualTo("GRANT first");
			assertThat(here.acquire("second", 3).queue()).isEqualTo(2);
			other.destroyForcibly().waitFor();
			here.store.release("second", here.id(2), 0);
			assertThat(messages.poll(120, TimeUnit.SECONDS).id()).as("nobody waits for the dead").isEqualTo(here.id(3));
		}
		finally {
			// not closed before: whoever reads from it keeps it
			other.destroyForcibly();
			here.store.stop();
		}
	}

	@Test
	void applicationsLockInTheDirectory() {
		Path locks = this.directory.resolve("locks");
		ApplicationContextRunner application = new ApplicationContextRunner()
			.withConfiguration(AutoConfigurations.of(LockAutoConfiguration.class))
			.withUserConfiguration(LocksInADirectory.class)
			.withPropertyValues("orders.locks=" + locks);
		application.run((one) -> application.run((another) -> {
			Lease held = one.getBean(LockOperations.class).acquire("order");
			CompletableFuture<Long> next = CompletableFuture
				.supplyAsync(() -> another.getBean(LockOperations.class).execute("order", Lease::fencingToken));
			Awaitility.await()
				.until(() -> one.getBean(LockOperations.class)
					.describe("order")
					.filter((lock) -> lock.waiters() > 0)
					.isPresent());
			assertThat(next).isNotDone();
			held.close();
			assertThat(next.join()).isGreaterThan(held.fencingToken());
			FileSystemUtils.deleteRecursively(locks);
			assertThatExceptionOfType(LockUnavailableException.class)
				.isThrownBy(() -> one.getBean(LockOperations.class).acquire(LockRequest.of("order").noWait()))
				.withMessageStartingWith("The directory " + locks + " could not name the holder of lock 'order'")
				.withMessageEndingWith(
						"Check that it is there, and that this process may read and write all of its " + "files.");
		}));
	}

	/**
	 * A line of a process that may say nothing: its pipe cannot be interrupted.
	 */
	private static String line(BufferedReader said) {
		return CompletableFuture.supplyAsync(() -> {
			try {
				return said.readLine();
			}
			catch (IOException ex) {
				throw new UncheckedIOException(ex);
			}
		}).orTimeout(120, TimeUnit.SECONDS).join();
	}

	/**
	 * One application instance, and what it is told.
	 */
	private record Instance(LockStore store, Consumer<PushMessage> told) implements LockStore.Listener {

		static Instance of(LockStore store, Consumer<PushMessage> told) {
			Instance instance = new Instance(store, told);
			store.start(instance);
			return instance;
		}

		String id(int attempt) {
			return AttemptId.of(this.store.clientId(), attempt);
		}

		StoreReply acquire(String name, int attempt) {
			return this.store.acquire(name, id(attempt), LEASE, 10 * LEASE, LockStore.NO_LIMIT)
				.toCompletableFuture()
				.join();
		}

		@Override
		public void onHandOff(PushMessage message) {
			this.told.accept(message);
		}

		@Override
		public void onSubscribed() {
		}

	}

	/**
	 * Waits for two locks, and says what it is told, until nobody listens to it.
	 */
	static final class OtherProcess {

		private OtherProcess() {
		}

		public static void main(String[] args) throws IOException {
			Instance instance = Instance.of(store(Path.of(args[0])),
					(message) -> System.out.println(message.kind() + " " + message.key()));
			for (String name : List.of("first", "second")) {
				StoreReply reply = instance.acquire(name, name.length());
				System.out.println(name + ": " + reply.status() + " " + reply.queue());
			}
			System.in.read();
		}

	}

}
