package io.github.lockstarter.servers;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.stereotype.Service;

import io.github.lockstarter.annotation.DistributedLocked;

/**
 * A service as users write them. Without its lock it loses updates.
 */
@Service
public class Counters {

	/**
	 * Counts one up.
	 * @param file keeps the number
	 */
	@DistributedLocked(name = "counters", key = "#file.toString()")
	public void increment(Path file) {
		try {
			int before = Integer.parseInt(Files.readString(file));
			Files.writeString(file, Integer.toString(before + 1));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

}
