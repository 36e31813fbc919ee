package io.github.lockstarter.proof.history;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.StringJoiner;

/**
 * Writes the history of one process. A line that was written survives the death of the
 * process. May be used from any thread; the order of lines is not that of events, their
 * times are.
 */
public final class HistoryWriter implements AutoCloseable {

	private final FileChannel channel;

	/**
	 * Opens a new history.
	 * @param file the file, which must not exist
	 */
	public HistoryWriter(Path file) {
		try {
			this.channel = FileChannel.open(file, StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE,
					StandardOpenOption.APPEND);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Writes one line.
	 * @param kind the kind of event, a letter of {@link HistoryReader}
	 * @param nanos when
	 * @param words what, none with a space in it
	 */
	public void write(char kind, long nanos, Object... words) {
		StringJoiner line = new StringJoiner(" ", "", "\n");
		line.add(String.valueOf(kind)).add(Long.toString(nanos));
		for (Object word : words) {
			line.add(word.toString());
		}
		try {
			this.channel.write(ByteBuffer.wrap(line.toString().getBytes(StandardCharsets.UTF_8)));
		}
		catch (ClosedChannelException ex) {
			// the run is over
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	/**
	 * Whether it can still be written.
	 * @return whether it is open
	 */
	public boolean isOpen() {
		return this.channel.isOpen();
	}

	@Override
	public void close() {
		try {
			this.channel.close();
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
