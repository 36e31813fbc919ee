package io.github.lockstarter.proof.workload;

import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The names of the locks.
 */
public final class Names {

	static final int CALM = 4;

	static final int SEVERAL = 4;

	private Names() {
	}

	static String single(int index) {
		return "proof:" + index;
	}

	/**
	 * One of those that are also taken together.
	 */
	static String together(int index) {
		return "several:" + index;
	}

	static String calm(int index) {
		return "calm:" + index;
	}

	/**
	 * All of them.
	 * @param locks how many are taken alone
	 * @return the names
	 */
	public static List<String> all(int locks) {
		return Stream.of(IntStream.range(0, locks).mapToObj(Names::single),
				IntStream.range(0, SEVERAL).mapToObj(Names::together), IntStream.range(0, CALM).mapToObj(Names::calm))
			.flatMap((names) -> names)
			.toList();
	}

}
