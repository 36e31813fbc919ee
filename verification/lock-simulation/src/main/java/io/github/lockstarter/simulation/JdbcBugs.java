package io.github.lockstarter.simulation;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

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
				source("LockTables.java", "this.dialect.millis() + \" <= ?\");\n\t\tupdate.setLong(1, version + 1);",
						"\"0 <= ?\");\n\t\tupdate.setLong(1, version + 1);"));
		bugs.put("version of a row not compared", source("LockTables.java", "end where id = ? and version = ? and \"",
				"end where id = ? and version >= ? and \""));
		bugs.put("row that was not changed is told as changed",
				source("LockChange.java", "return tables.update(row, version, lock.kept(), last, cutoff);",
						"tables.update(row, version, lock.kept(), last, cutoff);\n\t\t\treturn true;"));
		bugs.put("conflict of rows is told as a change",
				source("LockChange.java", "\t\t\tif (JdbcErrors.isConflict(ex)) {\n\t\t\t\treturn false;\n",
						"\t\t\tif (JdbcErrors.isConflict(ex)) {\n\t\t\t\treturn true;\n"));
		bugs.put("what is changed is not committed",
				source("LockConnection.java", "opened.setAutoCommit(true);", "opened.setAutoCommit(false);"));
		bugs.put("row decided by the client's clock",
				source("LockChange.java", "lock.clock(tables.clock(), stored.micros());",
						"lock.clock(tables.clock(), this.runtime.clock().now().wallMillis() * 1_000);"));
		bugs.put("last token not kept in the row",
				source("LockTables.java", "update.setLong(4, lock.fence());", "update.setLong(4, 0);"));
		bugs.put("row released without its owner",
				source("LockTables.java", "\"where id = ? and lock_owner = ? and lease_end is not null",
						"\"where id = ? and (lock_owner = ? or 1 = 1) and lease_end is not null"));
		bugs.put("messages not deleted", source("ClientTables.java", "if (!ids.isEmpty()) {", "if (ids.isEmpty()) {"));
		bugs.put("messages looked for only once", source("Messenger.java", "\t\t\t\tthis.looking.set(false);\n", ""));
		bugs.put("lost answer of a database taken for not sent", source("JdbcErrors.java",
				"isLasting(failure) ? Outcome.REJECTED : Outcome.UNKNOWN", "Outcome.NOT_SENT"));
		bugs.put("broken connection kept",
				source("LockConnection.java",
						"if (current == null || (!JdbcErrors.isOfConnection(failure) && isValid(current))) {",
						"if (current == null || isValid(current) || true) {"));
		bugs.put("heart beat of a client forgotten",
				source("Messenger.java", "connection.every(this::beat, HEART_BEAT);", ""));
		return bugs;
	}

	private static Consumer<Overlay> source(String file, String text, String replacement) {
		return (overlay) -> overlay.source("jdbc/" + file, text, replacement);
	}

}
