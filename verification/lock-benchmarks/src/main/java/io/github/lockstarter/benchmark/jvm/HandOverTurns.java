package io.github.lockstarter.benchmark.jvm;

import java.io.IOException;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.StringJoiner;
import java.util.concurrent.locks.LockSupport;

import io.github.lockstarter.benchmark.contender.Contender;

/**
 * One of two JVMs that hand a lock to each other. A file in the memory of both says who
 * was the last holder and when it called release; the monotonic clock is that of the
 * machine, so both read the same. Who has released does not come back before the other
 * has had the lock: so every hand-over is a change of JVM, also with a lock that prefers
 * whoever comes first.
 */
final class HandOverTurns {

	private static final VarHandle LONGS = MethodHandles.byteBufferViewVarHandle(long[].class, ByteOrder.nativeOrder());

	private static final int TURN = 0;

	private static final int RELEASED = 8;

	private final Contender contender;

	private final String name;

	private final ByteBuffer shared;

	HandOverTurns(Contender contender, String name, Path file) throws IOException {
		this.contender = contender;
		this.name = name;
		try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
			this.shared = channel.map(FileChannel.MapMode.READ_WRITE, 0, 16);
		}
	}

	/**
	 * Takes turns.
	 * @param most how many at most
	 * @param seconds for how long at most
	 * @param holdNanos for how long each of them holds the lock
	 * @return the times in microseconds from the other's release call to the return of
	 * this JVM's acquire call
	 */
	String run(int most, double seconds, long holdNanos) {
		StringJoiner micros = new StringJoiner(" ");
		long end = System.nanoTime() + (long) (seconds * 1e9);
		for (int i = 0; i < most && System.nanoTime() - end < 0; i++) {
			Runnable release = this.contender.acquire(this.name);
			long now = System.nanoTime();
			long turn = (long) LONGS.getVolatile(this.shared, TURN) + 1;
			if (turn > 1) {
				micros.add(Double.toString((now - (long) LONGS.getVolatile(this.shared, RELEASED)) / 1e3));
			}
			LONGS.setVolatile(this.shared, TURN, turn);
			LockSupport.parkNanos(holdNanos);
			LONGS.setVolatile(this.shared, RELEASED, System.nanoTime());
			release.run();
			while ((long) LONGS.getVolatile(this.shared, TURN) == turn && System.nanoTime() - end < 0) {
				LockSupport.parkNanos(1_000_000);
			}
		}
		return micros.toString();
	}

}
