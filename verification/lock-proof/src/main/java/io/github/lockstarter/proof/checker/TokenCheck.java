package io.github.lockstarter.proof.checker;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.proof.checker.Checker.Scope;
import io.github.lockstarter.proof.history.History;
import io.github.lockstarter.proof.history.Mark;
import io.github.lockstarter.proof.history.Operation;

/**
 * S3. Fencing tokens grow in order of entry, whatever happens to Redis, its data and its
 * clock: where one of two has the lock alone that is strict. A permit has a token that no
 * other has, larger than those of all who were inside when it was asked for. All who read
 * at the same time have one token; or where a session has the lock, one for each place: a
 * reader that enters alone has a token like a permit, and one that joins has the others'.
 */
final class TokenCheck implements Check {

	private final boolean ofPlaces;

	/**
	 * Creates the check.
	 * @param scope who keeps a lock
	 */
	TokenCheck(Scope scope) {
		this.ofPlaces = scope == Scope.SESSION;
	}

	@Override
	public String promise() {
		return "fencing tokens grow with each entry, and are unique but for those who read (S3)";
	}

	@Override
	public void check(History history, Bounds bounds, Findings findings) {
		for (List<Operation> holds : history.holds().values()) {
			Operation last = null;
			Operation lastAlone = null;
			for (Operation hold : holds) {
				findings.examined();
				Operation other = hold.isShared() ? lastAlone : last;
				if (other != null && hold.token() <= other.token()) {
					report(history, findings, hold, other);
				}
				last = larger(last, hold);
				lastAlone = hold.isShared() ? lastAlone : larger(lastAlone, hold);
			}
			shares(history, bounds, findings, holds.stream().filter(Operation::isShared).toList());
		}
	}

	private static Operation larger(@Nullable Operation former, Operation hold) {
		return (former == null || hold.token() > former.token()) ? hold : former;
	}

	private void shares(History history, Bounds bounds, Findings findings, List<Operation> holds) {
		Map<Long, Operation> permits = new HashMap<>();
		List<Operation> reading = new ArrayList<>();
		// the largest token of all who had entered before some moment
		NavigableMap<Long, Operation> largest = new TreeMap<>();
		NavigableMap<Long, Operation> largestOfReaders = new TreeMap<>();
		for (Operation hold : holds) {
			boolean ofAGroup = this.ofPlaces ? hold.isJoined() : hold.isReader();
			Operation same = ofAGroup ? null : permits.put(hold.token(), hold);
			if (same != null) {
				report(history, findings, hold, same);
			}
			reading.removeIf((other) -> other.holdEnd() <= hold.enter());
			if (hold.isReader() && !this.ofPlaces) {
				reading.stream()
					.filter((other) -> other.token() != hold.token())
					.findFirst()
					.ifPresent((other) -> beside(history, bounds, findings, hold, other));
				reading.add(hold);
			}
			Map.Entry<Long, Operation> before = (ofAGroup ? largestOfReaders : largest).lowerEntry(hold.start());
			if (before != null && (ofAGroup ? hold.token() < before.getValue().token()
					: hold.token() <= before.getValue().token())) {
				report(history, findings, hold, before.getValue());
			}
			remember(largest, hold);
			if (hold.isReader() && !this.ofPlaces) {
				remember(largestOfReaders, hold);
			}
		}
	}

	/**
	 * Two who read at once with two tokens: as two of whom one has the lock alone.
	 */
	private static void beside(History history, Bounds bounds, Findings findings, Operation hold, Operation other) {
		String excuse = OverlapCheck.excuse(history, bounds, other, hold);
		if (excuse != null) {
			findings.excluded(excuse);
		}
		else {
			report(history, findings, hold, other);
		}
	}

	private static void remember(NavigableMap<Long, Operation> largest, Operation hold) {
		Map.Entry<Long, Operation> last = largest.lastEntry();
		if (last == null || last.getValue().token() < hold.token()) {
			largest.put(hold.enter(), hold);
		}
	}

	/**
	 * Since when there may be the token of a hold: whoever joins those who read has the
	 * token that the first of them was granted.
	 */
	private static long since(History history, Operation hold) {
		if (!hold.isReader()) {
			return hold.ownedSince();
		}
		return history.operations()
			.stream()
			.filter(Operation::hasEntered)
			.filter((other) -> other.isReader() && other.lock().equals(hold.lock()) && other.token() == hold.token())
			.mapToLong(Operation::ownedSince)
			.min()
			.orElseThrow();
	}

	/**
	 * Where Redis gave a lock a second time, because it had lost its data or its clock,
	 * or a client could not tell that its grant was over, who was granted it first may
	 * enter last.
	 */
	private static void report(History history, Findings findings, Operation hold, Operation last) {
		long since = Math.min(since(history, hold), last.isShared() ? since(history, last) : Long.MAX_VALUE);
		if (hold.token() == last.token()) {
			findings.violation(hold + " entered with the token of " + last);
		}
		else if (history.hasMark(Mark.Kind.DATA_LOSS, since, hold.enter())) {
			findings.excluded("Redis lost its data between the grant and the entry");
		}
		else if (history.hasMark(Mark.Kind.FORWARD_STEP, since, hold.enter())) {
			findings.excluded("the server's clock stepped forward between the grant and the entry");
		}
		else if (Switches.mayBeUnheard(history, hold) || Switches.mayBeUnheard(history, last)) {
			findings.excluded("one of the two had it from a master that Sentinel was just replacing");
		}
		else if (history.isWithoutClocks(hold.client(), since, hold.enter())) {
			findings.excluded("the client's wall clock was set and its process stood still");
		}
		else {
			findings.violation(hold
					+ ((hold.isReader() && last.isReader()) ? " reads beside or after " : " entered after ") + last);
		}
	}

}
