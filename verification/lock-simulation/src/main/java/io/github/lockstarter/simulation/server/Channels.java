package io.github.lockstarter.simulation.server;

import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Who has subscribed to which channel of a server.
 */
final class Channels {

	private final Map<String, Set<Server.Client>> receivers = new LinkedHashMap<>();

	/**
	 * A client subscribes.
	 * @return the answer in RESP
	 */
	String subscribe(Server.Client client, List<String> names) {
		StringBuilder answer = new StringBuilder();
		for (int i = 0; i < names.size(); i++) {
			this.receivers.computeIfAbsent(names.get(i), (created) -> new LinkedHashSet<>()).add(client);
			answer.append(Resp.reply(List.of("subscribe", names.get(i), i + 1L)));
		}
		return answer.toString();
	}

	/**
	 * How many listen to a channel.
	 */
	int listeners(String channel) {
		return of(channel).size();
	}

	/**
	 * Sends a text to all who have subscribed.
	 * @return how many there are
	 */
	int publish(String channel, String text) {
		of(channel).forEach((client) -> client.message(channel, text));
		return listeners(channel);
	}

	private Set<Server.Client> of(String channel) {
		return this.receivers.getOrDefault(channel, Set.of());
	}

	/**
	 * Each client, once for each of its channels.
	 */
	Stream<Server.Client> subscribers() {
		return this.receivers.values().stream().flatMap(Set::stream);
	}

	void forget(Server.Client client) {
		this.receivers.values().forEach((all) -> all.remove(client));
	}

	void clear() {
		this.receivers.clear();
	}

}
