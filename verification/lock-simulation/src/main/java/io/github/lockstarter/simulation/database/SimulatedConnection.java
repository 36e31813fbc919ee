package io.github.lockstarter.simulation.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.concurrent.TimeUnit;

import org.jspecify.annotations.Nullable;

/**
 * A connection as an application has it, as far as the locks use it: whatever they call
 * besides is an error.
 */
final class SimulatedConnection implements InvocationHandler {

	private static final Work<Boolean> NOTHING = (statements, time) -> true;

	private final DatabaseWire wire;

	private final DatabaseMetaData metaData;

	// Whether each change of the mode goes to the database, as some drivers do it.
	private final boolean chatty;

	private boolean autoCommit = true;

	private boolean inTransaction;

	private SimulatedConnection(DatabaseWire wire, DatabaseMetaData metaData, boolean chatty) {
		this.wire = wire;
		this.metaData = metaData;
		this.chatty = chatty;
	}

	/**
	 * Makes it.
	 * @param wire the way to the database
	 * @param metaData what the driver says of it
	 * @param chatty whether each change of the mode goes to the database
	 */
	static Connection of(DatabaseWire wire, DatabaseMetaData metaData, boolean chatty) {
		return (Connection) Proxy.newProxyInstance(SimulatedConnection.class.getClassLoader(),
				new Class<?>[] { Connection.class }, new SimulatedConnection(wire, metaData, chatty));
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws SQLException {
		return switch (method.getName()) {
			case "prepareStatement", "createStatement" -> statement((arguments != null) ? (String) arguments[0] : "");
			case "setAutoCommit" -> setAutoCommit((Boolean) argument(arguments, 0));
			case "getAutoCommit" -> isAutoCommit();
			case "commit" -> end("commit");
			case "rollback" -> end("rollback");
			case "isValid" -> isValid((Integer) argument(arguments, 0));
			case "setNetworkTimeout" -> setNetworkTimeout((Integer) argument(arguments, 1));
			case "setTransactionIsolation" -> isolate((Integer) argument(arguments, 0));
			case "getMetaData" -> this.metaData;
			case "close", "abort" -> close();
			case "toString" -> "a simulated connection";
			default -> throw new AssertionError("Nobody simulates " + method);
		};
	}

	static Object argument(Object @Nullable [] arguments, int which) {
		if (arguments == null) {
			throw new IllegalArgumentException();
		}
		return arguments[which];
	}

	private Object statement(String sql) throws SQLException {
		this.wire.check();
		return Proxy.newProxyInstance(SimulatedConnection.class.getClassLoader(),
				new Class<?>[] { PreparedStatement.class }, new SimulatedStatement(this, sql));
	}

	/**
	 * Sends something that is done in a transaction.
	 */
	<T> T send(String what, Work<T> work) throws SQLException {
		boolean commits = this.autoCommit;
		this.inTransaction |= !commits;
		return this.wire.call(what, (statements, time) -> {
			statements.autoCommit(commits);
			return work.on(statements, time);
		});
	}

	private @Nullable Object setAutoCommit(boolean on) throws SQLException {
		this.wire.check();
		if (on != this.autoCommit) {
			if (on) {
				end("commit");
			}
			this.autoCommit = on;
			if (this.chatty) {
				this.wire.call("autocommit " + on, NOTHING);
			}
		}
		return null;
	}

	private boolean isAutoCommit() throws SQLException {
		this.wire.check();
		return this.autoCommit;
	}

	private @Nullable Object end(String how) throws SQLException {
		this.wire.check();
		if (this.inTransaction) {
			this.wire.call(how, (statements, time) -> {
				if (how.equals("commit")) {
					statements.commit();
				}
				else {
					statements.rollback();
				}
				return true;
			});
			this.inTransaction = false;
		}
		return null;
	}

	private boolean isValid(int seconds) {
		try {
			return this.wire.call("ping", NOTHING, TimeUnit.SECONDS.toNanos(seconds));
		}
		catch (SQLException ex) {
			return false;
		}
	}

	private @Nullable Object setNetworkTimeout(int millis) {
		this.wire.timeout(TimeUnit.MILLISECONDS.toNanos(millis));
		return null;
	}

	/**
	 * H2 begins with that.
	 */
	private @Nullable Object isolate(int level) {
		if (level != Connection.TRANSACTION_READ_COMMITTED) {
			throw new AssertionError("Nobody simulates the isolation " + level);
		}
		return null;
	}

	private @Nullable Object close() {
		this.wire.close();
		return null;
	}

}
