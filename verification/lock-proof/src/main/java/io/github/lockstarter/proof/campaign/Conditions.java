package io.github.lockstarter.proof.campaign;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;

import org.jspecify.annotations.Nullable;

import io.github.lockstarter.ReleaseMode;
import io.github.lockstarter.proof.history.FaultKind;
import io.github.lockstarter.proof.workload.Faces;
import io.github.lockstarter.proof.workload.Foreign;
import io.github.lockstarter.proof.workload.Listeners;
import io.github.lockstarter.proof.workload.Messages;
import io.github.lockstarter.proof.workload.Several;
import io.github.lockstarter.proof.workload.Shares;
import io.github.lockstarter.proof.workload.Tasks;

/**
 * What is the same for a whole run, and differs from run to run.
 *
 * @param lasting a fault that the first client has from begin to end, if any
 * @param faces by which faces locks are taken
 * @param tasks the task executor of the clients
 * @param several whether several locks are taken at once
 * @param release for what clients wait when they give a lock back
 * @param messages whether waiters enter by a message alone
 * @param foreign what the code of the application does; a seed never makes it throw
 * @param listeners how Redis knows who hears a message
 * @param shares whether some locks are shared
 */
public record Conditions(@Nullable FaultKind lasting, Faces faces, Tasks tasks, Several several, ReleaseMode release,
		Messages messages, Foreign foreign, Listeners listeners, Shares shares) {

	/**
	 * Nothing out of the ordinary.
	 */
	public static final Conditions PLAIN = new Conditions(null, Faces.BLOCKING, Tasks.AMPLE, Several.NEVER,
			ReleaseMode.CONFIRMED, Messages.DATED, Foreign.SOUND, Listeners.COUNTED, Shares.NEVER);

	/**
	 * The conditions that a seed decides.
	 * @param seed the seed
	 * @return conditions
	 */
	public static Conditions of(long seed) {
		Random random = new Random(seed * 1_000_003);
		List<FaultKind> lasting = FaultKind.LASTING.stream().sorted().toList();
		int which = random.nextInt(lasting.size() + 1);
		return new Conditions((which < lasting.size()) ? lasting.get(which) : null,
				(random.nextInt(3) > 0) ? Faces.ALL : Faces.BLOCKING,
				Tasks.values()[random.nextInt(Tasks.values().length)],
				(random.nextInt(4) > 0) ? Several.SOMETIMES : Several.NEVER,
				ReleaseMode.values()[random.nextInt(ReleaseMode.values().length)],
				(random.nextInt(4) > 0) ? Messages.DATED : Messages.CONFIRMED, Foreign.SOUND,
				Listeners.values()[random.nextInt(Listeners.values().length)],
				(random.nextInt(3) > 0) ? Shares.SOMETIMES : Shares.NEVER);
	}

	/**
	 * The fault that lasts.
	 * @return the kind, or empty
	 */
	public Optional<FaultKind> lastingFault() {
		return Optional.ofNullable(this.lasting);
	}

	/**
	 * The rights that the clients have beside those that they need.
	 * @return rules of {@code ACL SETUSER}
	 */
	List<String> optionalRights() {
		List<String> rights = new ArrayList<>();
		if (this.messages == Messages.DATED) {
			// it tells which server it is, and how long it has been up
			rights.add("+info");
		}
		if (this.listeners == Listeners.COUNTED) {
			rights.add("+pubsub|numsub");
		}
		return rights;
	}

	/**
	 * Changes the fault that lasts.
	 * @param kind one of {@link FaultKind#LASTING}, or {@code null}
	 * @return changed conditions
	 */
	public Conditions lasting(@Nullable FaultKind kind) {
		if (kind != null && !FaultKind.LASTING.contains(kind)) {
			throw new IllegalArgumentException(kind + " does not last: " + FaultKind.LASTING);
		}
		return new Conditions(kind, this.faces, this.tasks, this.several, this.release, this.messages, this.foreign,
				this.listeners, this.shares);
	}

	/**
	 * Changes the faces.
	 * @param other by which faces locks are taken
	 * @return changed conditions
	 */
	public Conditions faces(Faces other) {
		return new Conditions(this.lasting, other, this.tasks, this.several, this.release, this.messages, this.foreign,
				this.listeners, this.shares);
	}

	/**
	 * Changes the task executor.
	 * @param other what it is like
	 * @return changed conditions
	 */
	public Conditions tasks(Tasks other) {
		return new Conditions(this.lasting, this.faces, other, this.several, this.release, this.messages, this.foreign,
				this.listeners, this.shares);
	}

	/**
	 * Changes whether several locks are taken at once.
	 * @param other whether they are
	 * @return changed conditions
	 */
	public Conditions several(Several other) {
		return new Conditions(this.lasting, this.faces, this.tasks, other, this.release, this.messages, this.foreign,
				this.listeners, this.shares);
	}

	/**
	 * Changes for what clients wait when they give a lock back.
	 * @param other for what they wait
	 * @return changed conditions
	 */
	public Conditions release(ReleaseMode other) {
		return new Conditions(this.lasting, this.faces, this.tasks, this.several, other, this.messages, this.foreign,
				this.listeners, this.shares);
	}

	/**
	 * Changes whether waiters enter by a message alone.
	 * @param other whether they do
	 * @return changed conditions
	 */
	public Conditions messages(Messages other) {
		return new Conditions(this.lasting, this.faces, this.tasks, this.several, this.release, other, this.foreign,
				this.listeners, this.shares);
	}

	/**
	 * Changes what foreign code does.
	 * @param other what it does
	 * @return changed conditions
	 */
	public Conditions foreign(Foreign other) {
		return new Conditions(this.lasting, this.faces, this.tasks, this.several, this.release, this.messages, other,
				this.listeners, this.shares);
	}

	/**
	 * Changes how Redis knows who hears a message.
	 * @param other how it does
	 * @return changed conditions
	 */
	public Conditions listeners(Listeners other) {
		return new Conditions(this.lasting, this.faces, this.tasks, this.several, this.release, this.messages,
				this.foreign, other, this.shares);
	}

	/**
	 * Changes whether some locks are shared.
	 * @param other whether they are
	 * @return changed conditions
	 */
	public Conditions shares(Shares other) {
		return new Conditions(this.lasting, this.faces, this.tasks, this.several, this.release, this.messages,
				this.foreign, this.listeners, other);
	}

	@Override
	public String toString() {
		return "lasting " + lastingFault().map(Enum::name).orElse("none") + ", faces " + this.faces + ", tasks "
				+ this.tasks + ", several " + this.several + ", release " + this.release + ", messages " + this.messages
				+ ", foreign code " + this.foreign + ", listeners " + this.listeners + ", shares " + this.shares;
	}

}
