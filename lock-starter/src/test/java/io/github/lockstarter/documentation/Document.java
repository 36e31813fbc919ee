package io.github.lockstarter.documentation;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A document in Markdown, in its parts.
 */
final class Document {

	private static final String FENCE = "```";

	private static final Pattern LINK = Pattern.compile("\\]\\(([^)\\s]+)\\)");

	private static final Pattern CODE = Pattern.compile("`([^`]+)`");

	private static final Pattern BOLD_CODE = Pattern.compile("\\*\\*`([^`]+)`\\*\\*");

	private final Path file;

	private final List<String> prose = new ArrayList<>();

	private final List<Snippet> snippets = new ArrayList<>();

	Document(Path file) {
		this.file = file;
		Snippet open = null;
		int number = 0;
		for (String line : Documents.text(file).lines().toList()) {
			number++;
			if (line.startsWith(FENCE)) {
				if (open != null) {
					this.snippets.add(open);
				}
				open = (open != null) ? null
						: new Snippet(name() + ":" + number, line.substring(FENCE.length()), new ArrayList<>());
			}
			else if (open != null) {
				open.lines().add(line);
			}
			else {
				this.prose.add(line);
			}
		}
	}

	String name() {
		return Documents.ROOT.relativize(this.file).toString().replace('\\', '/');
	}

	Path file() {
		return this.file;
	}

	/**
	 * The lines outside of snippets.
	 */
	List<String> lines() {
		return this.prose;
	}

	int length() {
		return (int) Documents.text(this.file).lines().count();
	}

	Stream<Snippet> snippets(String language) {
		return this.snippets.stream().filter((snippet) -> snippet.language().equals(language));
	}

	/**
	 * What is linked to, outside of code.
	 */
	List<String> links() {
		return found(LINK, String.join("\n", this.prose).replaceAll("`[^`]*`", ""));
	}

	/**
	 * Everything in code letters, outside of snippets. May reach over the end of a line.
	 */
	List<String> code() {
		return found(CODE, String.join("\n", this.prose)).stream().map((code) -> code.replace('\n', ' ')).toList();
	}

	/**
	 * What is in bold code letters: a text that people search for.
	 */
	List<String> quotations() {
		return quotations(this.prose);
	}

	/**
	 * The same, but only those of one chapter.
	 * @param heading of the second level
	 */
	List<String> quotations(String heading) {
		int begin = this.prose.indexOf("## " + heading) + 1;
		if (begin == 0) {
			throw new IllegalArgumentException(name() + " has no chapter '" + heading + "'");
		}
		List<String> chapter = this.prose.subList(begin, this.prose.size())
			.stream()
			.takeWhile((line) -> !line.startsWith("## "))
			.toList();
		return quotations(chapter);
	}

	private static List<String> quotations(List<String> prose) {
		return found(BOLD_CODE, String.join("\n", prose)).stream().map((code) -> code.replace('\n', ' ')).toList();
	}

	List<List<String>> rows() {
		return tableLines().stream()
			.map((line) -> List.of(line.substring(1, line.length() - 1).split("\\|")))
			.map((cells) -> cells.stream().map(String::strip).toList())
			.toList();
	}

	List<String> tableLines() {
		return this.prose.stream().filter((line) -> line.startsWith("|")).toList();
	}

	List<String> headings() {
		return this.prose.stream()
			.filter((line) -> line.matches("#{1,6} .*"))
			.map((line) -> line.replaceFirst("#+ ", ""))
			.toList();
	}

	/**
	 * The names by which headings can be linked to, as GitHub makes them.
	 */
	Set<String> anchors() {
		Set<String> anchors = new HashSet<>();
		for (String heading : headings()) {
			String anchor = anchor(heading);
			for (int i = 0; !anchors.add((i == 0) ? anchor : anchor + "-" + i); i++) {
				// the next number
			}
		}
		return anchors;
	}

	/**
	 * The name by which a heading can be linked to, if it is the only one with its words.
	 */
	static String anchor(String heading) {
		return heading.toLowerCase(Locale.ROOT).replaceAll("[^\\p{L}\\p{N}_ -]", "").replace(' ', '-');
	}

	private static List<String> found(Pattern pattern, String text) {
		return pattern.matcher(text).results().map((match) -> match.group(1)).toList();
	}

	@Override
	public String toString() {
		return name();
	}

	/**
	 * A block of code.
	 *
	 * @param place where it is
	 * @param language what it says it is
	 * @param lines its lines
	 */
	record Snippet(String place, String language, List<String> lines) {

		@Override
		public String toString() {
			return this.place;
		}

	}

}
