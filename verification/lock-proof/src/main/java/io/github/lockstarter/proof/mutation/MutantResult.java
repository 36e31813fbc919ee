package io.github.lockstarter.proof.mutation;

import java.util.List;

/**
 * What became of a seeded bug.
 *
 * @param name its name
 * @param bug what is wrong
 * @param checks the checks that saw it, empty if none did
 * @param example the first violation
 * @param seed the seed under which it was seen
 * @param seconds how long the load ran until then
 */
public record MutantResult(String name, String bug, List<String> checks, String example, long seed, long seconds) {

	/**
	 * Whether it was seen.
	 * @return whether any check has found it
	 */
	public boolean isCaught() {
		return !this.checks.isEmpty();
	}

	/**
	 * Whether it is as it should be: a bug is seen, and without one nothing is.
	 * @return whether it is
	 */
	public boolean isRight() {
		return isCaught() != this.name.startsWith("control");
	}

}
