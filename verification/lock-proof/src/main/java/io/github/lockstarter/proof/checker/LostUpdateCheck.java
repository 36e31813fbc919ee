package io.github.lockstarter.proof.checker;

import java.util.HashMap;
import java.util.Map;

import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Write;

/**
 * A resource that refuses smaller tokens, on reads and writes, is never corrupted: no
 * value is written twice.
 */
final class LostUpdateCheck implements Check {

	@Override
	public String promise() {
		return "no update is lost at a resource that checks fencing tokens (S3)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		Map<String, Write> written = new HashMap<>();
		for (Write write : history.writes()) {
			findings.examined();
			if (write.isAccepted()) {
				Write former = written.put(write.operation().lock() + " " + write.written(), write);
				if (former != null) {
					findings.violation("value " + write.written() + " written by " + former.operation() + " and by "
							+ write.operation());
				}
			}
		}
	}

}
