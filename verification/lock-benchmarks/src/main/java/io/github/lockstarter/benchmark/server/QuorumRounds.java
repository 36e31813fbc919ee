package io.github.lockstarter.benchmark.server;

import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

import io.github.lockstarter.benchmark.contender.Endpoint;

/**
 * Which attempts needed more than one round of questions to the masters of a quorum. The
 * scripts are told by the number of their arguments: RAISE has four.
 */
public final class QuorumRounds implements AutoCloseable {

	private static final Pattern REQUEST = Pattern
		.compile("\\[\\d+ [^l][^\\]]*] \"EVAL(?:SHA)?\" \"[^\"]*\" \"1\" \"[^\"]*\" \"([^\"]*)\"(.*)");

	private static final Pattern ARGUMENT = Pattern.compile("\"([^\"]*)\"");

	private static final int OF_RAISE = 4;

	private static final int OF_WITHDRAW = 8;

	private final List<Monitor> monitors;

	private final Set<String> raised = ConcurrentHashMap.newKeySet();

	private final Set<String> steppedBack = ConcurrentHashMap.newKeySet();

	/**
	 * Begins to watch.
	 * @param masters the masters of the quorum
	 */
	public QuorumRounds(Endpoint masters) {
		this.monitors = masters.servers().stream().map((server) -> {
			int colon = server.lastIndexOf(':');
			return new Monitor(server.substring(0, colon), Integer.parseInt(server.substring(colon + 1)), this::look);
		}).toList();
	}

	private void look(String line) {
		Matcher request = REQUEST.matcher(line);
		if (!request.find()) {
			return;
		}
		List<String> more = ARGUMENT.matcher(request.group(2)).results().map((match) -> match.group(1)).toList();
		if (more.size() == OF_RAISE - 1) {
			this.raised.add(request.group(1));
		}
		// WITHDRAW of one round: the attempt goes on
		else if (more.size() == OF_WITHDRAW - 1 && more.get(more.size() - 1).matches("\\d+")) {
			this.steppedBack.add(request.group(1));
		}
	}

	/**
	 * Ends it.
	 */
	public void stop() {
		this.monitors.forEach(Monitor::stop);
	}

	/**
	 * Attempts that had to store a larger token. To be asked after {@link #stop()}.
	 * @return how many
	 */
	public int raised() {
		return this.raised.size();
	}

	/**
	 * Attempts that were given less than a majority once, and gave it up. To be asked
	 * after {@link #stop()}.
	 * @return how many
	 */
	public int steppedBack() {
		return this.steppedBack.size();
	}

	@Override
	public void close() {
		this.monitors.forEach(Monitor::close);
	}

}
