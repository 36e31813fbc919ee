package io.github.lockstarter.proof.mutation;

import java.nio.file.Path;
import java.util.List;

/**
 * Runs the mutation gate from the command line.
 */
public final class GateCommand {

	private GateCommand() {
	}

	/**
	 * Runs the gate. It ends with status 1 if a bug was not seen.
	 * @param args parts of the names of the bugs to run, none for all
	 * @throws InterruptedException if it is interrupted
	 */
	public static void main(String[] args) throws InterruptedException {
		List<String> parts = List.of(args);
		List<MutantResult> results = new MutationGate(Path.of("target", "proof"), System.out::println)
			.run((name) -> parts.isEmpty() || parts.stream().anyMatch(name::contains), 1);
		System.exit(results.stream().allMatch(MutantResult::isRight) ? 0 : 1);
	}

}
