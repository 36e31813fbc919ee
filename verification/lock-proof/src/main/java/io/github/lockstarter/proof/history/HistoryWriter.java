package io.github.lockstarter.proof.history;

import java.io.FileOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Writes the history of one process. A line that was written survives the death of the
 * process. May be used from any thread, an interrupted one included; the order of lines
 * is not that of events, their times are.
 */
public final class HistoryWriter implements HistoryLog, AutoCloseable {

	// not a channel, which an interrupt closes
	private final FileOutputStream file;

	private volatile boolean open = true;

	/**
	 * Opens a new history.
	 * @param file the file, which must not exist
	 */
	public HistoryWriter(Path file) {
		try {
			Files.createFile(file);
			this.file = new FileOutputStream(file.toFile(), true);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	@Override
	public void write(char kind, long nanos, Object... words) {
		String line = new Line(kind, nanos, words) + "\n";
		try {
			this.file.write(line.getBytes(StandardCharsets.UTF_8));
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
