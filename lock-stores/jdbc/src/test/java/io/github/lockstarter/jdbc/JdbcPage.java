package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The page about this store.
 */
final class JdbcPage {

	private static final Pattern SQL = Pattern.compile("(?s)```sql\n(.*?)```");

	private final String text;

	JdbcPage() {
		try {
			this.text = Files.readString(Path.of("../../docs/jdbc.md"));
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	String text() {
		return this.text;
	}

	/**
	 * The statements of the block that begins with these words.
	 */
	List<String> sql(String beginning) {
		String block = SQL.matcher(this.text)
			.results()
			.map((match) -> match.group(1))
			.filter((sql) -> sql.startsWith(beginning))
			.findFirst()
			.orElseThrow();
		return Arrays.stream(block.split(";"))
			.map((sql) -> sql.replaceAll("\\s+", " ").strip())
			.filter((sql) -> !sql.isEmpty())
			.toList();
	}

}
