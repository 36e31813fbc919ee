package io.github.lockstarter.redis.script;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the script files beside this class and inserts their includes.
 */
final class ScriptFile {

	private static final Pattern INCLUDE = Pattern.compile("^-- @include (\\S+)$", Pattern.MULTILINE);

	private ScriptFile() {
	}

	static String read(String file) {
		return INCLUDE.matcher(text(file)).replaceAll((include) -> Matcher.quoteReplacement(read(include.group(1))));
	}

	private static String text(String file) {
		try (InputStream stream = ScriptFile.class.getResourceAsStream(file)) {
			if (stream == null) {
				throw new IllegalStateException("The script " + file + " is missing beside " + ScriptFile.class);
			}
			return new String(stream.readAllBytes(), StandardCharsets.UTF_8);
		}
		catch (IOException ex) {
			throw new UncheckedIOException("Cannot read the script " + file, ex);
		}
	}

}
