package io.github.lockstarter.documentation;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.AccessDeniedException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.record.LockRecord;
import io.github.lockstarter.record.RecordLockStore;
import io.github.lockstarter.runtime.LockRuntime;
import io.github.lockstarter.runtime.ThreadKind;
import io.github.lockstarter.store.AttemptId;
import io.github.lockstarter.store.Moment;
import io.github.lockstarter.store.PushMessage;
import io.github.lockstarter.store.ServerClock;
import io.github.lockstarter.store.ServerTime;
import io.github.lockstarter.store.StoreException;
import io.github.lockstarter.store.StoreException.Outcome;
import io.github.lockstarter.store.StoreReply;

/**
 * Locks in a directory of a local disk, for the processes of one machine. A lock is a
 * file. An instance has a file for its messages, and one that it keeps locked while it
 * listens, which the operating system unlocks if it dies.
 */
public final class DirectoryLockStore extends RecordLockStore {

	private static final long POLL_MILLIS = 10;

	// A file is locked for a whole process; these work between the threads inside of it.
	private static final ReentrantLock MUTEX = new ReentrantLock();

	private static final Map<String, FileChannel> LISTENING = new ConcurrentHashMap<>();

	private final Path directory;

	private final LockSettings settings;

	private final LockRuntime runtime;

	private volatile String clientId;

	private volatile ScheduledExecutorService thread;

	public DirectoryLockStore(Path directory, LockSettings settings, LockRuntime runtime) {
		this.directory = directory;
		this.settings = settings;
		this.runtime = runtime;
		this.clientId = runtime.drawClientId();
	}

	@Override
	protected CompletionStage<StoreReply> change(String name, long notAfter, Rules rules) {
		try {
			return CompletableFuture.supplyAsync(() -> exclusively(() -> changed(name, notAfter, rules)), this.thread);
		}
		catch (RejectedExecutionException ex) {
			return CompletableFuture.failedStage(new StoreException(Outcome.NOT_SENT, "it is stopped", ex));
		}
	}

	private StoreReply changed(String name, long notAfter, Rules rules) throws Exception {
		byte[] hash = MessageDigest.getInstance("SHA-256").digest(name.getBytes(StandardCharsets.UTF_8));
		Path file = file(HexFormat.of().formatHex(hash), ".lock");
		List<PushMessage> messages = new ArrayList<>();
		LockRecord lock = new LockRecord(this.settings.handOffLease().toMillis(), this.settings.tokensOfATurn(),
				LockRecord.MOST_LOOKS, this::isListening, messages::add);
		if (Files.exists(file)) {
			lock.restore(KeptLock.of(Files.readString(file)));
		}
		Moment now = this.runtime.clock().now();
		lock.clock("machine", now.wallMillis() * 1_000);
		StoreReply reply = rules.apply(lock, new ServerClock(now).at(notAfter));
		Files.move(Files.writeString(file("draft", ""), lock.kept().text()), file, StandardCopyOption.ATOMIC_MOVE);
		for (PushMessage message : messages) {
			send(message, name);
		}
		return reply;
	}

	private void send(PushMessage message, String name) throws IOException {
		String line = String.format(Locale.ROOT, "%s %s %s %d %d %d %d %s%n", message.kind(), message.id(),
				message.time().clock(), message.time().millis(), message.firstToken(), message.lastToken(),
				message.millis(), URLEncoder.encode(name, StandardCharsets.UTF_8));
		Files.writeString(file(AttemptId.client(message.id()), ".inbox"), line, StandardOpenOption.CREATE,
				StandardOpenOption.APPEND);
	}

	private Path file(String name, String suffix) {
		return this.directory.resolve(name + suffix);
	}

	private <T> T exclusively(Callable<T> step) {
		MUTEX.lock();
		try (FileChannel mutex = FileChannel.open(file("mutex", ""), StandardOpenOption.CREATE,
				StandardOpenOption.WRITE)) {
			mutex.lock(); // until the channel is closed
			return step.call();
		}
		catch (AccessDeniedException | IllegalArgumentException ex) {
			throw new StoreException(Outcome.REJECTED, ex.toString(), ex);
		}
		catch (Exception ex) {
			throw new StoreException(Outcome.UNKNOWN, ex.toString(), ex);
		}
		finally {
			MUTEX.unlock();
		}
	}

	private boolean isListening(String client) {
		if (LISTENING.containsKey(client)) {
			return true;
		}
		try (FileChannel channel = FileChannel.open(file(client, ".here"), StandardOpenOption.WRITE)) {
			return channel.tryLock() == null;
		}
		catch (IOException ex) {
			return false;
		}
	}

	private void readInbox(Listener listener) {
		Path inbox = file(this.clientId, ".inbox");
		try {
			if (Files.exists(inbox)) {
				exclusively(
						() -> Files.readAllLines(Files.move(inbox, file("read", ""), StandardCopyOption.ATOMIC_MOVE)))
					.forEach((line) -> listener.onHandOff(message(line.split(" "))));
			}
		}
		catch (RuntimeException ex) {
			// reads again soon; waiters without a message poll
		}
	}

	private static PushMessage message(String[] line) {
		return new PushMessage(PushMessage.Kind.valueOf(line[0]), line[1],
				new ServerTime(line[2], Long.parseLong(line[3])), Long.parseLong(line[4]), Long.parseLong(line[5]),
				Long.parseLong(line[6]), URLDecoder.decode(line[7], StandardCharsets.UTF_8));
	}

	@Override
	public void start(Listener listener) {
		this.clientId = this.runtime.drawClientId();
		this.thread = this.runtime.scheduler(ThreadKind.STORE);
		exclusively(() -> {
			FileChannel channel = FileChannel.open(file(this.clientId, ".here"), StandardOpenOption.CREATE,
					StandardOpenOption.WRITE);
			channel.lock();
			return LISTENING.put(this.clientId, channel);
		});
		this.thread.scheduleWithFixedDelay(() -> readInbox(listener), 0, POLL_MILLIS, TimeUnit.MILLISECONDS);
		listener.onSubscribed();
	}

	@Override
	public void stop() {
		this.thread.shutdown();
		try (FileChannel closed = LISTENING.remove(this.clientId)) {
			Files.deleteIfExists(file(this.clientId, ".here"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public boolean isPushAvailable(String name) {
		return LISTENING.containsKey(this.clientId);
	}

	@Override
	public void resubscribe(String name) {
	}

	@Override
	public String clientId() {
		return this.clientId;
	}

	@Override
	public String label() {
		return "The directory " + this.directory;
	}

	@Override
	public String remedy(String said) {
		return "Check that it is there, and that this process may read and write all of its files.";
	}

}
