package io.github.lockstarter.proof.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/**
 * Writes the history of one process. A line that was written survives the death of the
 * process. May be used from any thread, an interrupted one included; the order of lines
 * is not that of events, their times are.
 */
public final class HistoryWriter implements HistoryLog, AutoCloseable {

	// not a channel, which an interrupt closes
	private final OutputStream file;

	private final LongSupplier nanos;

	private volatile boolean open = true;

	/**
	 * Opens a new history.
	 * @param file the file, which must not exist
	 */
	public HistoryWriter(Path file) {
		this(created(file), System::nanoTime);
	}

	HistoryWriter(OutputStream file, LongSupplier nanos) {
		this.file = file;
		this.nanos = nanos;
	}

	private static OutputStream created(Path file) {
		try {
			Files.createFile(file);
			return new FileOutputStream(file.toFile(), true);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Writes one line. Whoever does so waits for the disk: if that takes long, it is a
	 * pause as any other, which no other thread of the process need have noticed.
	 */
	@Override
	public void write(char kind, long nanos, Object... words) {
		long begin = this.nanos.getAsLong();
		append(new Line(kind, nanos, words));
		long end = this.nanos.getAsLong();
		if (end - begin > Pause.SHORTEST_NANOS) {
			append(new Line('P', end, begin));
		}
	}

	private void append(Line line) {
		try {
			this.file.write((line + "\n").getBytes(StandardCharsets.UTF_8));
		}
		catch (IOException ex) {
			if (this.open) {
				throw new UncheckedIOException(ex);
			}
			// the run is over
		}
	}

	/**
	 * Whether it can still be written.
	 * @return whether it is open
	 */
	public boolean isOpen() {
		return this.open;
	}

	@Override
	public void close() {
		try {
			this.open = false;
			this.file.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
