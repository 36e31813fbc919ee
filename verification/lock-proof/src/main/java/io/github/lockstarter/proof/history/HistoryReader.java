package io.github.lockstarter.proof.history;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * Reads histories. The letters of the lines, each followed by the time and by:
 *
 * <pre>
 * operations  S start: operation lock wait lease minHold fair|plain, a word if one of several,
 *               and limit=0 if it reads, limit=N for one of N permits
 *             B has the lease: operation HELD|LOST                 E enter: operation token deadline
 *             H held: operation deadline     L seen lost: operation    X about to close: operation
 *             R closed: operation OK|LOST    N refused: operation reason
 *             F resource: operation token read written               i interrupted: operation
 *             f looked at the resource: operation value, negative if refused
 * attempts    A asked: id lock cutoff, and the limit if it shares the lock
 *             W told to wait: id place serverNow
 *             O told to own: id lock serverNow first last millis     G the same by a message
 *             C cancel sent: id              c left the queue: id serverNow
 *             n renewal sent: id             o its answer: id sent OWNED|LOST|FAILED serverNow millis
 *             r release or yield sent: id    s release answered: id
 *             t code of the application threw, and nothing was sent: id
 * observer    T told: number of the attempt, lock, event             Y all was told
 * process     P ran again after a pause: since when        U used: PROCESSOR|THREADS amount
 * driver      D fault over: begin kind client|*, and @i/n for one of n masters
 *             I no replica heard a master until now: since(server) lock,lock
 *             M mark over: kind begin        V owner seen: lock id firstToken ends before
 *             K owner last seen: lock id firstToken since [master]     Q sent: client requests
 *             J longest queue seen: lock places waiters
 *             u subscriptions from now on: client without generation, count
 *             Z left in Redis when all was over, or never right: key and what is wrong
 * </pre>
 */
public final class HistoryReader {

	private final List<Operation> operations = new ArrayList<>();

	private final List<Attempt> attempts = new ArrayList<>();

	private final List<Write> writes = new ArrayList<>();

	private final List<Pause> pauses = new ArrayList<>();

	private final List<FaultWindow> faults = new ArrayList<>();

	private final List<Mark> marks = new ArrayList<>();

	private final List<Isolation> isolations = new ArrayList<>();

	private final List<Sighting> sightings = new ArrayList<>();

	private final List<Taken> taken = new ArrayList<>();

	private final List<Usage> usages = new ArrayList<>();

	private final List<Queue> queues = new ArrayList<>();

	private final List<Subscriptions> subscriptions = new ArrayList<>();

	private final List<String> leftovers = new ArrayList<>();

	private final List<Story> stories = new ArrayList<>();

	/**
	 * Reads all files of a directory that end in {@code .history}; the client is the part
	 * of the name before the first dot.
	 * @param directory the directory
	 * @return the history
	 * @throws IOException if it cannot be read
	 */
	public static History read(Path directory) throws IOException {
		HistoryReader reader = new HistoryReader();
		try (Stream<Path> files = Files.list(directory)) {
			for (Path file : files.filter((path) -> path.toString().endsWith(".history")).sorted().toList()) {
				String name = file.getFileName().toString();
				reader.read(name.substring(0, name.indexOf('.')), wholeLines(file));
			}
		}
		return reader.history();
	}

	/**
	 * The lines of a file, without the last one if its writer was killed in the middle.
	 */
	private static List<String> wholeLines(Path file) throws IOException {
		String text = Files.readString(file);
		return text.substring(0, text.lastIndexOf('\n') + 1).lines().toList();
	}

	/**
	 * Reads what one process wrote.
	 * @param client its name
	 * @param lines its lines
	 * @return this reader
	 */
	public HistoryReader read(String client, List<String> lines) {
		return add(client, lines.stream().map(Line::parse).toList());
	}

	/**
	 * Adds what happened in one process.
	 * @param client its name
	 * @param lines its lines
	 * @return this reader
	 */
	public HistoryReader add(String client, List<Line> lines) {
		Map<String, Operation> byOperation = new HashMap<>();
		Map<String, Attempt> byAttempt = new HashMap<>();
		Map<String, Story> byNumber = new HashMap<>();
		// an event may be written before another one that it follows
		List<Line> ordered = new ArrayList<>(lines);
		ordered.sort((one, other) -> Long.compare(one.nanos(), other.nanos()));
		for (Line line : ordered) {
			switch (line.kind()) {
				case 'S' -> {
					Operation operation = new Operation(client, line);
					byOperation.put(operation.id(), operation);
					this.operations.add(operation);
				}
				case 'B', 'E', 'H', 'L', 'X', 'R', 'N', 'F', 'f', 'i' -> operation(byOperation.get(line.text(0)), line);
				case 'A', 'W', 'O', 'G', 'C', 'c', 'n', 'o', 'r', 's', 't' -> attempt(client, byAttempt, line);
				case 'T' -> byNumber.computeIfAbsent(line.text(0), (number) -> story(client, line)).events
					.add(Story.Event.valueOf(line.text(2)));
				case 'Y' -> byNumber.values().forEach((story) -> story.whole = true);
				case 'P' -> this.pauses.add(new Pause(client, line.number(0), line.nanos()));
				case 'D' -> this.faults.add(FaultWindow.parse(line));
				case 'I' -> this.isolations.add(Isolation.parse(line));
				case 'M' -> this.marks.add(new Mark(line.number(1), line.nanos(), Mark.Kind.valueOf(line.text(0))));
				case 'V' -> this.sightings.add(new Sighting(line.nanos(), line.text(0), line.text(1), line.number(2),
						line.number(3), line.number(4), (line.size() > 5) ? line.number(5) : 0));
				case 'K' -> this.taken.add(Taken.parse(line));
				case 'U' ->
					this.usages.add(new Usage(line.nanos(), client, Usage.Kind.valueOf(line.text(0)), line.number(1)));
				case 'Q' -> this.usages.add(new Usage(line.nanos(), line.text(0), Usage.Kind.REQUESTS, line.number(1)));
				case 'J' -> this.queues.add(new Queue(line.nanos(), line.text(0), line.number(1), line.number(2)));
				case 'u' -> this.subscriptions.add(new Subscriptions(line.nanos(), line.text(0), line.number(1)));
				case 'Z' -> this.leftovers.add(line.words());
				default -> throw new IllegalArgumentException("No event " + line.kind());
			}
		}
		return this;
	}

	private Story story(String client, Line line) {
		Story story = new Story(client, line.text(1), line.nanos());
		this.stories.add(story);
		return story;
	}

	private void operation(Operation operation, Line line) {
		switch (line.kind()) {
			case 'B' -> {
				operation.begun = line.nanos();
				operation.heldAtBegin = "HELD".equals(line.text(1));
			}
			case 'E' -> {
				operation.enter = line.nanos();
				operation.token = line.number(1);
				operation.deadlineAtEntry = line.number(2);
				operation.deadline = line.number(2);
			}
			case 'H' -> operation.deadline = Math.max(operation.deadline, line.number(1));
			case 'L' -> operation.lostAt = (operation.lostAt == 0) ? line.nanos() : operation.lostAt;
			case 'X' -> operation.exit = line.nanos();
			case 'i' -> operation.interrupted = line.nanos();
			case 'f' -> operation.looks.add(new Look(line.nanos(), line.number(1)));
			case 'R' -> {
				operation.end = line.nanos();
				operation.reportedLost = "LOST".equals(line.text(1));
			}
			case 'N' -> {
				operation.end = line.nanos();
				operation.refusal = line.text(1);
			}
			default ->
				this.writes.add(new Write(line.nanos(), operation, line.number(1), line.number(2), line.number(3)));
		}
	}

	private void attempt(String client, Map<String, Attempt> known, Line line) {
		Attempt attempt = known.computeIfAbsent(line.text(0), (id) -> {
			Attempt created = new Attempt(client, id, "?", line.nanos());
			this.attempts.add(created);
			return created;
		});
		if (line.kind() == 'A' || line.kind() == 'O' || line.kind() == 'G') {
			attempt.isFor(line.text(1));
		}
		switch (line.kind()) {
			case 'A' -> {
				attempt.asked.add(line.nanos());
				attempt.limit = (line.size() > 3) ? (int) line.number(3) : attempt.limit;
				attempt.lastCutoff = Math.max(attempt.lastCutoff, line.number(2));
				sent(attempt, line);
			}
			case 'W' -> {
				attempt.answers++;
				attempt.lastWaitServer = Math.max(attempt.lastWaitServer, line.number(2));
				if (line.number(1) > 0) {
					attempt.waits.add(new Attempt.Waiting(line.nanos(), line.number(2)));
				}
			}
			case 'O' -> {
				granted(attempt, line, attempt.oldestUnanswered());
				attempt.answers++;
			}
			case 'G' -> granted(attempt, line, 0);
			case 'C' -> {
				attempt.cancelSent = (attempt.cancelSent == 0) ? line.nanos() : attempt.cancelSent;
				sent(attempt, line);
			}
			case 'c' -> {
				attempt.answers++;
				attempt.left = line.nanos();
				attempt.cancelledServer = line.number(1);
			}
			case 'n' -> attempt.renewals.add(new Attempt.Renewal(line.nanos(), 0, false, 0, 0));
			case 'o' -> renewed(attempt, line);
			case 'r' -> attempt.releaseSent = (attempt.releaseSent == 0) ? line.nanos() : attempt.releaseSent;
			case 't' -> attempt.notSent.add(line.nanos());
			default -> attempt.released = (attempt.released == 0) ? line.nanos() : attempt.released;
		}
	}

	private static void sent(Attempt attempt, Line line) {
		attempt.questions++;
		attempt.lastSent = line.nanos();
	}

	private static void granted(Attempt attempt, Line line, long asked) {
		attempt.grants.add(new Attempt.Granted(line.nanos(), line.number(2), line.number(3), line.number(4),
				line.number(5), line.kind() == 'G', asked));
	}

	private static void renewed(Attempt attempt, Line line) {
		for (int i = attempt.renewals.size() - 1; i >= 0; i--) {
			if (attempt.renewals.get(i).sent() == line.number(1)) {
				if (!"FAILED".equals(line.text(2))) {
					attempt.renewals.set(i, new Attempt.Renewal(line.number(1), line.nanos(),
							"OWNED".equals(line.text(2)), line.number(3), line.number(4)));
				}
				return;
			}
		}
	}

	/**
	 * What was read.
	 * @return the history
	 */
	public History history() {
		Blocks blocks = new Blocks(this.attempts);
		this.operations.forEach((operation) -> operation.block = blocks.nearest(operation));
		return new History(this.operations, this.attempts, this.writes, this.usages,
				new Disturbances(this.pauses, this.faults, this.marks, this.isolations),
				new Seen(this.sightings, this.taken, this.queues, this.subscriptions, this.leftovers), this.stories);
	}

}
