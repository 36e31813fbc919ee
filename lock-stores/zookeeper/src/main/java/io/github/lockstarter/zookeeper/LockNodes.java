package io.github.lockstarter.zookeeper;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.session.Directory;
import io.github.lockstarter.session.Place;
import io.github.lockstarter.session.PlaceKind;
import io.github.lockstarter.text.Sha256;

/**
 * The layout of nodes: {@code <root>/<SHA-256 of prefix and name>} for a lock, with its
 * name as data, and {@code <attempt>-<number>} below it for a place, with its holder as
 * data. Between the two is the kind of the place, unless it is exclusive.
 */
final class LockNodes {

	// The name is informational, and a node holds at most a megabyte.
	private static final int LONGEST_NAME = 1_000;

	private static final Pattern PLACE = Pattern.compile("(.+?)-(-?\\d{10})", Pattern.DOTALL);

	private static final Pattern MARKED = Pattern.compile("!(\\d{1,18}) (.*)", Pattern.DOTALL);

	private final String root;

	private final String prefix;

	private final String holderLabel;

	LockNodes(String root, String prefix, String holderLabel) {
		this.root = root;
		this.prefix = prefix;
		this.holderLabel = holderLabel.startsWith("!") ? " " + holderLabel : holderLabel;
	}

	static List<String> pathTo(String path) {
		List<String> nodes = new ArrayList<>();
		for (int end = path.indexOf('/', 1); end > 0; end = path.indexOf('/', end + 1)) {
			nodes.add(path.substring(0, end));
		}
		if (!path.isEmpty()) {
			nodes.add(path);
		}
		return nodes;
	}

	// Two names never have the same node, whatever their characters.
	String lock(String name) {
		return this.root + "/" + Sha256.of(this.prefix, name);
	}

	byte[] nameData(String name) {
		String text = this.prefix + ":" + name;
		return text.substring(0, Math.min(text.length(), LONGEST_NAME)).getBytes(StandardCharsets.UTF_8);
	}

	byte[] placeData() {
		return this.holderLabel.getBytes(StandardCharsets.UTF_8);
	}

	byte[] markedData(long millis) {
		return ("!" + millis + " " + this.holderLabel).getBytes(StandardCharsets.UTF_8);
	}

	static Directory.Note note(byte[] data, long number) {
		String text = new String(data, StandardCharsets.UTF_8);
		Matcher marked = MARKED.matcher(text);
		return marked.matches() ? new Directory.Note(number, marked.group(2).strip(), Long.parseLong(marked.group(1)))
				: new Directory.Note(number, text.strip(), 0);
	}

	static String place(String lock, String id, PlaceKind kind) {
		return lock + "/" + id + kind.suffix() + "-";
	}

	// In order. Sequence numbers overflow from the largest to the smallest value, so only
	// differences are compared.
	static List<Place> line(String lock, List<String> children) {
		List<Numbered> places = new ArrayList<>();
		for (String child : children) {
			Matcher place = PLACE.matcher(child);
			if (place.matches()) {
				String part = place.group(1);
				places.add(new Numbered(Integer.parseInt(place.group(2)),
						new Place(PlaceKind.withoutSuffix(part), lock + "/" + child, PlaceKind.of(part))));
			}
		}
		if (places.isEmpty()) {
			return List.of();
		}
		int any = places.get(0).number();
		return places.stream()
			.sorted(Comparator.comparingInt((place) -> place.number() - any))
			.map(Numbered::place)
			.toList();
	}

	private record Numbered(int number, Place place) {

	}

}
