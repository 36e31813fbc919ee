package io.github.lockstarter.proof.mutation;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Runs the mutation gate from the command line.
 */
public final class GateCommand {

	private GateCommand() {
	}

	/**
	 * Runs the gate. It ends with status 1 if a bug was not seen.
	 * @param args parts of the names of the bugs to run, none for all; minutes=N runs as
	 * many of them as that time allows, in another order each time, which seed=N repeats
	 * @throws InterruptedException if it is interrupted
	 */
	public static void main(String[] args) throws InterruptedException {
		List<String> parts = Stream.of(args)
			.filter((word) -> value(word, "minutes") + value(word, "seed") == 0)
			.toList();
		long minutes = Stream.of(args).mapToLong((word) -> value(word, "minutes")).sum();
		long seed = Stream.of(args).mapToLong((word) -> value(word, "seed")).sum();
		Predicate<String> wanted = (name) -> parts.isEmpty() || parts.stream().anyMatch(name::contains);
		MutationGate gate = new MutationGate(Path.of("target", "proof"), System.out::println);
		List<MutantResult> results = (minutes == 0) ? gate.run(wanted, Math.max(seed, 1)) : gate.run(wanted,
				(seed == 0) ? ThreadLocalRandom.current().nextInt(1, 1_000_000) : seed, Duration.ofMinutes(minutes));
		List<MutantResult> wrong = results.stream().filter((result) -> !result.isRight()).toList();
		wrong.forEach((result) -> System.out.println("RED " + result));
		System.exit(wrong.isEmpty() ? 0 : 1);
	}

	/**
	 * The number in a word of the form name=number, zero if it is another word.
	 */
	private static long value(String word, String name) {
		return word.matches(name + "=\\d+") ? Long.parseLong(word.substring(name.length() + 1)) : 0;
	}

}
