package io.github.lockstarter.testing.memory;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

import io.github.lockstarter.record.KeptLock;
import io.github.lockstarter.record.LockRecord;

/**
 * What a lock's hash in Redis says, and its record, in the same words.
 */
final class HashWords {

	private HashWords() {
	}

	/**
	 * Each of those who share the lock, with the end of its lease and its token, and
	 * whether it has got it by the last hand-off and not claimed it; the same of an
	 * owner; and what the script believes of them.
	 */
	static Map<String, String> members(Map<String, String> fields) {
		Map<String, String> members = new TreeMap<>();
		List<String> handed = List.of(fields.getOrDefault("g", "").split(" "));
		String owner = fields.get("o");
		if (!"&".equals(owner) && fields.containsKey("x")) {
			members.put("owner", isHanded(handed, owner, fields.get("x")));
		}
		if ("&".equals(owner)) {
			fields.forEach((field, value) -> {
				if (field.startsWith("m")) {
					String id = field.substring(1);
					members.put(id, value + " " + fields.getOrDefault("k" + id, "0") + isHanded(handed, id, value));
				}
			});
			members.put("count", fields.get("n"));
			members.put("earliest", fields.get("e"));
		}
		return members;
	}

	private static String isHanded(List<String> handed, String id, String ends) {
		return (handed.get(0).equals(ends) && handed.subList(1, handed.size()).contains(id)) ? " handed" : "";
	}

	static Map<String, String> members(LockRecord model) {
		Map<String, String> members = new TreeMap<>();
		KeptLock kept = model.kept();
		List<String> handed = new ArrayList<>(List.of(Long.toString(kept.handedUntil())));
		if (!"&".equals(kept.owner()) && kept.ends() != null) {
			handed.add(kept.owner());
			members.put("owner", isHanded(handed, kept.owner(), kept.ends().toString()));
		}
		if ("&".equals(kept.owner())) {
			String[] words = kept.queue().split("\n")[0].split(" ");
			members.put("count", Integer.toString((words.length - 3) / 3));
			members.put("earliest", words[1]);
			handed.addAll(List.of(words[2].split(",")));
			for (int i = 3; i < words.length; i += 3) {
				members.put(words[i], words[i + 1] + " " + words[i + 2] + isHanded(handed, words[i], words[i + 1]));
			}
		}
		return members;
	}

	/**
	 * Each waiter, with its place, the end of it and what it asks for.
	 */
	static Map<String, String> waiters(Map<String, String> fields) {
		Map<String, String> waiters = new TreeMap<>();
		fields.forEach((field, value) -> {
			if (field.startsWith("w")) {
				String[] words = value.split(":");
				waiters.put(field.substring(1),
						words[0] + " " + words[1] + " " + words[2] + " "
								+ ((words.length > 3 && words[3].equals("1")) ? 1 : 0)
								+ ((words.length > 4) ? " " + words[4] : ""));
			}
		});
		return waiters;
	}

	static Map<String, String> waiters(LockRecord model) {
		Map<String, String> waiters = new TreeMap<>();
		for (String line : model.kept().queue().split("\n")) {
			String[] words = line.split(" ", 3);
			if (words.length == 3 && words[1].contains(":")) {
				waiters.put(words[1], words[0] + " " + words[2]);
			}
		}
		return waiters;
	}

}
