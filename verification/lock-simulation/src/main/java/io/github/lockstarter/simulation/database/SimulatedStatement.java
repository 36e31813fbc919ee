package io.github.lockstarter.simulation.database;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

import org.jspecify.annotations.Nullable;

/**
 * A statement of a simulated connection. It is sent when it is executed.
 */
final class SimulatedStatement implements InvocationHandler {

	private final SimulatedConnection connection;

	private final String sql;

	private final Parameters parameters = new Parameters();

	private final List<List<Object>> batch = new ArrayList<>();

	private int mostRows;

	/**
	 * Creates it.
	 * @param connection where it is sent
	 * @param sql what it says, empty if that is said when it is executed
	 */
	SimulatedStatement(SimulatedConnection connection, String sql) {
		this.connection = connection;
		this.sql = sql;
	}

	@Override
	public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) throws SQLException {
		return switch (method.getName()) {
			case "setString", "setLong", "setInt" ->
				set((Integer) SimulatedConnection.argument(arguments, 0), (arguments != null) ? arguments[1] : null);
			case "setNull" -> set((Integer) SimulatedConnection.argument(arguments, 0), null);
			case "setMaxRows" -> {
				this.mostRows = (Integer) SimulatedConnection.argument(arguments, 0);
				yield null;
			}
			case "executeQuery" -> query();
			case "executeUpdate" -> update();
			case "execute" -> execute((arguments != null) ? (String) arguments[0] : this.sql);
			case "addBatch" -> this.batch.add(this.parameters.copy());
			case "executeBatch" -> executeBatch();
			case "close" -> null;
			default -> throw new AssertionError("Nobody simulates " + method);
		};
	}

	private @Nullable Object set(int number, @Nullable Object value) {
		this.parameters.set(number, value);
		return null;
	}

	private Object query() throws SQLException {
		ClockedText text = ClockedText.of(this.sql);
		List<Object> values = this.parameters.copy();
		int rows = this.mostRows;
		return this.connection.send(begin(this.sql), (statements, time) -> statements.query(text, values, rows, time));
	}

	private int update() throws SQLException {
		ClockedText text = ClockedText.of(this.sql);
		List<Object> values = this.parameters.copy();
		return this.connection.send(begin(this.sql), (statements, time) -> statements.update(text, values, time));
	}

	private boolean execute(String said) throws SQLException {
		ClockedText text = ClockedText.of(said);
		return this.connection.send(begin(said), (statements, time) -> {
			statements.execute(text, List.of(), time);
			return true;
		});
	}

	private int[] executeBatch() throws SQLException {
		ClockedText text = ClockedText.of(this.sql);
		List<List<Object>> all = List.copyOf(this.batch);
		this.batch.clear();
		return this.connection.send(begin(this.sql), (statements, time) -> {
			int[] counts = new int[all.size()];
			for (int i = 0; i < counts.length; i++) {
				counts[i] = statements.update(text, all.get(i), time);
			}
			return counts;
		});
	}

	/**
	 * What the story says of it.
	 */
	private static String begin(String said) {
		return said.substring(0, Math.min(said.length(), 40));
	}

}
