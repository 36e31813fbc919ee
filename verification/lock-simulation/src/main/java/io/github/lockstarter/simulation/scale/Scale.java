package io.github.lockstarter.simulation.scale;

import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.simulation.command.Command;

/**
 * Something that is simulated because there is much of it, in virtual time.
 */
public interface Scale {

	/**
	 * Lets it happen, and tells what was seen.
	 * @return whether all was as it has to be
	 */
	boolean run();

	/**
	 * What a command asks for. Words: {@code scale=instances} ({@code count=10000},
	 * {@code seconds=60}, {@code long=3}, {@code share=20}, {@code masters=1}),
	 * {@code scale=names} ({@code count=1000000}, {@code instances=20},
	 * {@code rate=5000}), {@code scale=crowd} ({@code count=100000},
	 * {@code instances=200}, {@code hold=1}, {@code fair=true} or {@code false}, both
	 * without it); {@code seed=4711} (by chance).
	 * @param words the words with their values
	 * @param reader gets each line of what is to be told
	 * @return what is asked for
	 */
	static Scale of(Map<String, String> words, Consumer<String> reader) {
		Command command = new Command(words, reader);
		String scale = words.getOrDefault("scale", "");
		return switch (scale) {
			case "instances" -> new InstancesReport(command);
			case "names" -> new NamesReport(command);
			case "crowd" -> new CrowdReport(command);
			default -> throw new IllegalArgumentException("scale=" + scale + " is none of instances, names, crowd");
		};
	}

}
