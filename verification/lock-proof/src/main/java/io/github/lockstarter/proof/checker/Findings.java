package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What one check has found. What is excluded is counted by its reason, never dropped.
 */
public final class Findings {

	private static final int SHOWN = 20;

	private final String check;

	private final String promise;

	private final List<String> violations = new ArrayList<>();

	private final Map<String, Long> excluded = new TreeMap<>();

	private long examined;

	private long count;

	Findings(String check, String promise) {
		this.check = check;
		this.promise = promise;
	}

	/**
	 * What was judged elsewhere than in a history.
	 * @param check the name of the check
	 * @param promise what it looked at
	 * @param cases how many cases it had
	 * @param violations how each violation is described
	 * @return the findings
	 */
	public static Findings of(String check, String promise, long cases, List<String> violations) {
		Findings findings = new Findings(check, promise);
		findings.examined = cases;
		violations.forEach(findings::violation);
		return findings;
	}

	void examined() {
		this.examined++;
	}

	void excluded(String reason) {
		this.excluded.merge(reason, 1L, Long::sum);
	}

	void violation(String text) {
		this.count++;
		if (this.violations.size() < SHOWN) {
			this.violations.add(text);
		}
	}

	/**
	 * Adds what the same check has found elsewhere.
	 */
	Findings with(Findings other) {
		this.examined += other.examined;
		this.count += other.count;
		other.excluded.forEach((reason, cases) -> this.excluded.merge(reason, cases, Long::sum));
		other.violations.stream().limit(SHOWN - this.violations.size()).forEach(this.violations::add);
		return this;
	}

	/**
	 * The name of the check.
	 * @return its name
	 */
	public String check() {
		return this.check;
	}

	/**
	 * What was looked at.
	 * @return the promise in a few words
	 */
	public String promise() {
		return this.promise;
	}

	/**
	 * How many cases the promise was tested on.
	 * @return the number of cases
	 */
	public long cases() {
		return this.examined;
	}

	/**
	 * Cases in which the promise is not given, by reason.
	 * @return the number of cases of each reason
	 */
	public Map<String, Long> excludedCases() {
		return this.excluded;
	}

	/**
	 * How often the promise was broken.
	 * @return the number of violations
	 */
	public long violationCount() {
		return this.count;
	}

	/**
	 * The first violations.
	 * @return their descriptions
	 */
	public List<String> violations() {
		return this.violations;
	}

	@Override
	public String toString() {
		return this.check + ": " + this.count + " violations in " + this.examined + " cases, excluded " + this.excluded
				+ (this.violations.isEmpty() ? "" : ", first: " + this.violations.get(0));
	}

}
