package io.github.lockstarter.jdbc;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

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
	 * The statements that create the tables.
	 * @param databases as in the heading above them
	 */
	List<String> tables(String databases) {
		String heading = "\n### Tables on " + databases + "\n";
		return statements(blocks(this.text.substring(this.text.indexOf(heading) + heading.length())).findFirst()
			.orElseThrow()
			.replaceAll("\\(\\s+", "("));
	}

	/**
	 * The statements of the block that begins with these words.
	 */
	List<String> sql(String beginning) {
		return statements(blocks(this.text).filter((sql) -> sql.startsWith(beginning)).findFirst().orElseThrow());
	}

	private static Stream<String> blocks(String text) {
		return SQL.matcher(text).results().map((match) -> match.group(1));
	}

	private static List<String> statements(String block) {
		return Arrays.stream(block.split(";"))
			.map((sql) -> sql.replaceAll("\\s+", " ").strip())
			.filter((sql) -> !sql.isEmpty())
			.toList();
	}

}
