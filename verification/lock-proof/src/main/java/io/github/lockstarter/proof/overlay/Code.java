package io.github.lockstarter.proof.overlay;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.util.JavacTask;
import com.sun.source.util.SourcePositions;
import com.sun.source.util.TreeScanner;
import com.sun.source.util.Trees;

/**
 * The text of a source file, of which one place can be replaced.
 */
final class Code {

	// the functions of scripts are neither nested nor indented, but for those in a table
	private static final String FUNCTION = "(?sm)^( *)(?:local )?function (?:\\w+[.:])?%s\\(.*?^\\1end$";

	private final String name;

	private final String text;

	private final Function<String, List<Tokens.Place>> parts;

	private final BiFunction<String, Tokens.Place, Tokens> tokens;

	private Code(String name, String text, Function<String, List<Tokens.Place>> parts,
			BiFunction<String, Tokens.Place, Tokens> tokens) {
		this.name = name;
		this.text = text;
		this.parts = parts;
		this.tokens = tokens;
	}

	static Code ofJava(String name, String text) {
		return new Code(name, text, (method) -> methods(text, method),
				(source, place) -> Tokens.ofJava(source, place.start(), place.end()));
	}

	static Code ofLua(String name, String text) {
		return new Code(name, text, (function) -> functions(text, function),
				(source, place) -> Tokens.ofLua(source, place.start(), place.end()));
	}

	/**
	 * Replaces the only place with some code in a method or function.
	 * @param part its name, empty for the whole file
	 * @param code the code
	 * @param replacement what takes its place
	 * @return the changed text
	 */
	String replace(String part, String code, String replacement) {
		List<Tokens.Place> within = part.isEmpty() ? List.of(new Tokens.Place(0, this.text.length()))
				: this.parts.apply(part);
		if (within.isEmpty()) {
			throw new IllegalStateException(this.name + " has no " + part);
		}
		Tokens wanted = this.tokens.apply(code, new Tokens.Place(0, code.length()));
		if (wanted.isEmpty()) {
			throw new IllegalStateException(this.name + ": nothing to replace in " + part + ": " + code);
		}
		List<Tokens.Place> found = new ArrayList<>();
		within.forEach((place) -> found.addAll(this.tokens.apply(this.text, place).find(wanted)));
		if (found.size() != 1) {
			throw new IllegalStateException(this.name + (part.isEmpty() ? "" : ", " + part)
					+ (found.isEmpty() ? ": does not contain: " : ": contains more than once: ") + code);
		}
		Tokens.Place place = found.get(0);
		return this.text.substring(0, place.start()) + replacement + this.text.substring(place.end());
	}

	private static List<Tokens.Place> functions(String text, String name) {
		List<Tokens.Place> places = new ArrayList<>();
		Matcher matcher = Pattern.compile(FUNCTION.formatted(Pattern.quote(name))).matcher(text);
		while (matcher.find()) {
			places.add(new Tokens.Place(matcher.start(), matcher.end()));
		}
		return places;
	}

	private static List<Tokens.Place> methods(String text, String name) {
		JavaFileObject file = new SimpleJavaFileObject(URI.create("string:///Changed.java"),
				JavaFileObject.Kind.SOURCE) {

			@Override
			public CharSequence getCharContent(boolean ignoreEncodingErrors) {
				return text;
			}

		};
		JavacTask task = (JavacTask) ToolProvider.getSystemJavaCompiler().getTask(null, null, (problem) -> {
		}, List.of("-proc:none"), null, List.of(file));
		List<Tokens.Place> places = new ArrayList<>();
		try {
			for (CompilationUnitTree unit : task.parse()) {
				SourcePositions positions = Trees.instance(task).getSourcePositions();
				new TreeScanner<Void, Void>() {

					@Override
					public Void visitMethod(MethodTree method, Void context) {
						if (method.getName().contentEquals(name)) {
							places.add(new Tokens.Place((int) positions.getStartPosition(unit, method),
									(int) positions.getEndPosition(unit, method)));
						}
						return super.visitMethod(method, context);
					}

				}.scan(unit, null);
			}
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
		return places;
	}

}
