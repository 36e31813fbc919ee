/**
 * One lock store on three or five independent masters, the nodes: the attempt that has a
 * majority of them has the lock. {@code docs/proof/quorum.md} has the protocol, its
 * argument and its model.
 *
 * <p>
 * <b>Rounds.</b> A request goes to all nodes at once ({@code Round}, and
 * {@code AcquireRound} for a lease). Rounds are numbered in each JVM. A round that
 * requests a lease makes the earlier ones of its attempt void: what they were granted
 * belongs to the later one, and giving up an earlier round leaves a later one alone. Once
 * most nodes have answered, silent ones get as long as the others took, at least 10 ms,
 * and twice as long each time that this was too short ({@code Quorum.patienceMillis});
 * renewals wait for every node.
 *
 * <p>
 * <b>Proposals.</b> A request carries a floor, the time in microseconds by the clocks of
 * the nodes, and a free node grants the larger of the floor and its stored token plus
 * one. The attempt takes the largest token of a majority, and may use it when a majority
 * has stored it: nodes that still name the attempt as owner, each by a grant with no
 * larger token. So the next owner at any of them gets a larger token, whatever the clocks
 * do. A node that granted exactly this token has stored it already, and then one round is
 * enough, which is the rule. While no node has reported its time, nothing is requested: a
 * token could be smaller than a forgotten one. A grant without a majority is given up at
 * once, also when its reply comes late; attempts that split the votes ask again after a
 * random pause that doubles ({@code QuorumAttempt.backOffMillis}).
 *
 * <p>
 * <b>Votes.</b> A reply is a vote if it names its server and no other node is that
 * server: addresses prove nothing ({@code Votes}). {@code Verdict} combines votes into
 * the reply of the quorum. A grant counts for exclusion only if the node has been running
 * for the restart delay, and its token only if it is larger than the node's clock at the
 * end of that delay: a restarted node may have forgotten leases ({@code KnownNodes}). The
 * delay is the longest lease that any instance uses. Every instance reports its own to
 * each node, and a node that has restarted learns it from the others, so it does not
 * count before the other nodes have reported theirs, or are away.
 *
 * <p>
 * <b>Hand-off.</b> A release carries a floor above all tokens of its turn, so that all
 * nodes hand the same token to their first waiter. A notified vote ({@code VoteListener})
 * is as good as a reply ({@code HandedVotes}) if three things are known:
 * <ul>
 * <li>Nothing is on its way that gives it up: every withdrawal of the attempt at that
 * node has been answered.</li>
 * <li>It has not been given up: a node never grants a token twice, so its token is larger
 * than all that the attempt has given up there.</li>
 * <li>A moment before it began: by the clock of the node, the notification came so much
 * later than a reply, whose request was sent at a known moment. That must be the last
 * reply that the caller received or a later one: an older one does not know whether the
 * machine has slept since, and allows more drift.</li>
 * </ul>
 * With votes of a majority for one token, the attempt owns the lock without a request.
 * Otherwise it is notified to ask.
 *
 * <p>
 * <b>After the majority.</b> {@code Reminders} gives the lock to the remaining nodes,
 * those that forgot it or that another attempt had for a moment, so that the hold depends
 * on no bare majority and outlives restarts of all nodes between which it is renewed.
 * {@code Renewals} confirms grants of the latest round only: a node whose grant is from
 * an earlier round is asked again, because the withdrawal of that round may still arrive.
 * A node that has forgotten the lock gets it back if a majority still has it.
 *
 * <p>
 * <b>Withdrawal.</b> A {@code Withdrawal} gives up a round, or with the round {@code END}
 * the whole attempt. It is repeated to each node until that has answered, or until
 * whatever it may have has expired. While the end of an attempt may still arrive
 * somewhere, the attempt does not request anything. An attempt is remembered
 * ({@code RunningQuorum}) as long as it may have something at a node. A forced release
 * withdraws from one owner by its id, which a majority has to name, and expires after a
 * command timeout: a slow master could otherwise take the lock from the next owner.
 *
 * <p>
 * Callbacks take locks of their own under which they ask, so answers complete outside the
 * mutex of an attempt ({@code PendingAnswer}).
 */
@NullMarked
package io.github.lockstarter.quorum;

import org.jspecify.annotations.NullMarked;
