package io.github.lockstarter.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

import io.github.lockstarter.proof.overlay.Change;
import io.github.lockstarter.proof.overlay.Overlay;

/**
 * The seeded bugs of the store in a database, by their names. No campaign has that store.
 */
final class JdbcBugs {

	private JdbcBugs() {
	}

	static Map<String, Consumer<Overlay>> all() {
		Map<String, Consumer<Overlay>> bugs = new LinkedHashMap<>();
		bugs.put("row changed after the cutoff",
				Change.java("LockTables", "update",
						"this.dialect.millis() + \" <= ?\"); update.setLong(1, version + 1);",
						"\"0 <= ?\"); update.setLong(1, version + 1);"));
		bugs.put("version of a row not compared",
				Change.java("LockTables", "update", "version = ? and", "version >= ? and"));
		bugs.put("row that was not changed is told as changed",
				Change.java("LockChange", "write", "return tables.update(row, version, lock.kept(), last, cutoff);",
						"tables.update(row, version, lock.kept(), last, cutoff); return true;"));
		bugs.put("conflict of rows is told as a change", Change.java("LockChange", "write",
				"if (JdbcErrors.isConflict(ex)) { return false;", "if (JdbcErrors.isConflict(ex)) { return true;"));
		bugs.put("what is changed is not committed", Change.java("LockConnection", "connect",
				"opened.setAutoCommit(true);", "opened.setAutoCommit(false);"));
		bugs.put("row decided by the client's clock",
				Change.java("LockChange", "apply", "lock.clock(tables.clock(), stored.micros());",
						"lock.clock(tables.clock(), this.runtime.clock().now().wallMillis() * 1_000);"));
		bugs.put("last token not kept in the row",
				Change.java("LockTables", "update", "update.setLong(4, lock.fence());", "update.setLong(4, 0);"));
		bugs.put("row released without its owner", Change.java("LockTables", "release",
				"lock_owner = ? and lease_end is not null", "(lock_owner = ? or 1 = 1) and lease_end is not null"));
		bugs.put("messages not deleted",
				Change.java("ClientTables", "collect", "if (!ids.isEmpty()) {", "if (ids.isEmpty()) {"));
		bugs.put("messages looked for only once",
				Change.java("Messenger", "lookForMessages", "this.looking.set(false);", ""));
		bugs.put("lost answer of a database taken for not sent", Change.java("JdbcErrors", "failure",
				"isLasting(failure) ? Outcome.REJECTED : Outcome.UNKNOWN", "Outcome.NOT_SENT"));
		bugs.put("broken connection kept",
				Change.java("LockConnection", "recover",
						"if (current == null || (!JdbcErrors.isOfConnection(failure) && isValid(current))) {",
						"if (current == null || isValid(current) || true) {"));
		bugs.put("heart beat of a client forgotten",
				Change.java("Messenger", "start", "connection.every(this::beat, HEART_BEAT);", ""));
		return bugs;
	}

}
