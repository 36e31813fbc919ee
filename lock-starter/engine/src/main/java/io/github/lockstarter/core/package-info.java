/**
 * The engine: waits for locks, holds, renews, loses and releases them, over a
 * {@link io.github.lockstarter.store.LockStore}. This page explains its mechanisms; the
 * classes have only what is special to them. {@code docs/protocol.md} explains what the
 * store and its clients send to each other.
 *
 * <h2>The classes</h2>
 * <ul>
 * <li>entry points: {@code LockTemplate} and {@code NonBlockingLocks}; {@code LockCall}
 * is one call</li>
 * <li>the way to one lock or several: {@code SingleEntry}, {@code MultiEntry}, advanced
 * by {@code BlockingDriver} or {@code AsyncDriver}</li>
 * <li>the queue of this JVM: {@code LocalQueues}, with a {@code LocalPlace} for each
 * caller</li>
 * <li>acquisition from the store: {@code StoreAttempt} with {@code AttemptTraffic},
 * {@code PollSchedule}, {@code PushedGrants}; {@code LiveAttempts} finds it by its
 * id</li>
 * <li>a lock that is held: {@code Hold}, {@code OpenLeases}, {@code SingleLease}</li>
 * <li>renewal: {@code RenewalLoop}, {@code HoldRenewal}, {@code RenewalSchedule}; end:
 * {@code Handover}, {@code Release}, {@code LossNotice}</li>
 * <li>start and stop: {@code Engine}; what all share: {@code EngineContext}</li>
 * </ul>
 *
 * <h2>Waiting</h2>
 * <p>
 * A caller has one deadline, its {@code WaitBudget}, fixed when it enters: the local
 * queue, the network and an outage of the store are all paid from it. An {@code Entry} is
 * a passive state machine. It never blocks; its driver advances it on each wake-up and
 * when its timer is due. Wake-ups come from any thread, even from one that holds locks of
 * its own, so they only request a step, and the asynchronous driver counts them so that
 * none is lost while a step runs. A grant after its future was cancelled is given back.
 *
 * <p>
 * A waiter has a place in the queue of the store and polls to keep it. Notifications make
 * polls rare: a waiter that is notified of a grant owns the lock, and a hint says when to
 * poll. Otherwise it polls at the poll interval, less often the more callers of this
 * instance wait and the farther it is from the head of the queue, so that the polls of
 * all instances together are bounded. The next waiter also polls when the holder's lease
 * ends. Without a subscription short, growing pauses replace the notifications.
 *
 * <p>
 * Each command carries the time until which its answer can help; the store ignores it
 * afterwards, for example when it leaves a blocked network late. When the wait ends, a
 * last CANCEL withdraws the attempt but accepts a grant that came meanwhile. Its answer
 * is waited for as long as answers of this store take: 100 ms and twice the slowest
 * recent answer, at most one command timeout. A caller that does not wait asks once, and
 * again only to learn what an unanswered request did.
 *
 * <p>
 * The caller learns that another caller holds the lock only if the store has said so and
 * has not failed since, or if it waited for a holder of this JVM and the store has
 * answered since. Everything else is "unavailable".
 *
 * <p>
 * A grant can arrive twice, by notification and as the answer to a poll: the first one
 * wins, and both have the same id and token. If an answer shows an id in the store after
 * its attempt has given up (a poll that was executed after the CANCEL, on a broken
 * connection), it is cancelled again. A notified grant for an unknown attempt is given
 * back, because no caller would use it. An id that has ended in the store is never used
 * again.
 *
 * <p>
 * A notification is used without asking the store only if its age is known, since its
 * lease counts from the grant. Its arrival proves nothing: it may have been in the socket
 * of a paused process. But the server's own clock measures the time between an answer and
 * the notification. All answers count, and the slowest decides: compared with an answer
 * from after a backward step of that clock, a notification from before it would look new.
 * The clock of another server does not count.
 *
 * <p>
 * If several grants in a row are found by polling although a subscription exists,
 * notifications are being lost, and the subscription is renewed. A single one proves
 * nothing: it may be late, or the lease expired and nothing was sent.
 *
 * <p>
 * Several locks: first all of them are requested at once, without waiting, so that free
 * locks cost one round trip. If one is held, all are given back, and the caller waits for
 * them one after the other, in the order of their names. Every caller does so and holds
 * no later lock meanwhile, so there is no deadlock. Fixed leases are not renewed during
 * that wait, and any lease can be lost; so at its end the locks that are still held get
 * their full length again, and the others are requested once more without a wait. The
 * call succeeds when all are held at the same time.
 *
 * <h2>The queue of this JVM and handover</h2>
 * <p>
 * Callers of this JVM that want the same lock queue here, first in first out. Only the
 * caller with the current turn goes to the store, so a lock that a hundred threads want
 * costs the store one waiter. A place is queued, then current, then left. The map of
 * queues is atomic for each name, so a queued place either becomes current or is
 * abandoned, never both. Its waiter proceeds when its turn has begun, that is, after the
 * holder before has decided how to hand the lock over. Callers that want a permit or
 * strict order of arrival ({@code fair}) do not queue here; readers have a queue of their
 * own.
 *
 * <p>
 * The last close of a hold hands the lock to the next turn without asking the store, as
 * long as the turn of this JVM lasts (a cohort: Dice, Marathe, Shavit, "Lock Cohorting",
 * PPoPP 2012). A grant therefore has a block of fencing tokens, one for each pass. A turn
 * is bounded in passes and time, whether or not another instance waits: no instance can
 * know that. When it ends, YIELD gives the next caller of this JVM a new turn, or a place
 * behind the waiters of other instances. RELEASE is sent if no caller waits here or a
 * minimum hold keeps the lock.
 *
 * <p>
 * When its wait is over, a queued caller is refused as "held by another" if the lock is
 * held in this JVM or the store has said so to the caller ahead. If the caller ahead has
 * no answer either, it waits until that answer could have come at the latest. What a turn
 * has learned passes to the next one, which does not ask the store again after its wait.
 *
 * <h2>Holding and renewal</h2>
 * <p>
 * A {@code Hold} belongs to an owner, such as a thread, and has one lease for each entry.
 * The owner reenters without asking the store; so does work that has an open lease, for
 * example on another thread. When the owner has closed its own leases it no longer finds
 * the hold, so that a pooled thread with other work does not reenter.
 *
 * <p>
 * A lease is timed by the clocks of this JVM: from a moment before the command was sent,
 * shortened by the drift between two machines, and by both the monotonic and the wall
 * clock, because the monotonic clock may stop while the machine sleeps. The deadline is
 * moved only by answered renewals, and only to a later time.
 *
 * <p>
 * One loop renews all holds. Each pass visits all of them and sends in one batch what is
 * due within a tenth of the renewal interval; a hold with nothing due costs one volatile
 * read. The loop sleeps until the earliest requested time, and after each pass for a time
 * that grows with the number of holds, which bounds its load if many renewals fail, each
 * at its own time. It never waits for an answer.
 *
 * <p>
 * Only what is held is renewed: that is decided under the mutex of the hold. In a batch
 * the renewal may be sent after the RELEASE; the store refuses it. An answer is ignored
 * if the hold has ended or its deadline has passed. When the store may have forgotten its
 * locks (another server took over, or a lock was released by force), holds are in doubt,
 * and are renewed or checked at once.
 *
 * <p>
 * A lease after a handover is short (provisional) or partly used, and is extended in the
 * background. A lease that its user has dropped without a close is noticed, because the
 * hold knows it only weakly. If no lease of a hold is reachable, it is not renewed any
 * more; the work may continue, so the lock is given back only after its deadline.
 *
 * <h2>Loss</h2>
 * <p>
 * A hold is lost when its deadline has passed, when the store says that another owner has
 * it or that it was released by force, or when the engine was started again. That state
 * is final, and is reported once, to the log, the observers and the listeners. A close
 * that waits for the store throws the loss; otherwise the listeners are notified. Log and
 * listeners run on threads of their own: a blocked one would delay the renewals of all
 * locks.
 *
 * <p>
 * Observers receive the events of an attempt in order. An ownership that ends before the
 * caller knows of it, because it was given back or requested again, is no event; one that
 * ends while observers are being notified is reported as acquired first. An attempt may
 * have several ownerships, and a number tells them apart, because readers share a token.
 *
 * <h2>Release and background repetition</h2>
 * <p>
 * A release is sent at once. Its holder waits for the answer for one command timeout, or
 * not at all with {@code release=sent}. Without an answer it is repeated in the
 * background until it is answered, or until nothing that was sent before can have an
 * effect any more, which is one lease after the local deadline: an unanswered renewal may
 * have been executed, or may yet be. The store refuses it after the release, or after the
 * lease has expired there; until then it gives the lock one more lease.
 *
 * <p>
 * Other commands whose answer no caller needs are repeated in the same way. The first one
 * is sent on the caller's thread, which keeps it in order with the caller's other
 * commands. After a restart nothing of the previous identity is repeated: a copy of the
 * process may still use it, and its leases expire.
 *
 * <h2>Shared reads</h2>
 * <p>
 * Readers of this JVM share one grant: the first asks the store, later ones join without
 * a request, and the last one releases. Each has a hold of its own, with its own deadline
 * and renewals, under the same attempt. A stream of readers must not starve a writer of
 * another instance, which this instance cannot know of. So readers may join only for as
 * long as a turn of this JVM may last, and only a limited number of them; later readers
 * ask the store, and queue behind the writer. Readers that queued before the grant are
 * admitted together with it.
 *
 * <h2>Start, drain and stop</h2>
 * <p>
 * The first use starts the engine if the application has not; a start after a stop has a
 * new identity, and what was held before is lost. After a close there is no start. A stop
 * has two parts, between which the beans of the application are destroyed, and one
 * shutdown timeout for both. New and waiting callers are refused at once. The drain waits
 * for holders whose work ends by itself. It does not wait for leases that last as long as
 * a bean: those requested before the application had started, those whose thread has
 * ended, and those held for long by a thread that requested a lock before that start.
 * When the beans that use the locks are destroyed, the stop waits for holders that may
 * still be about to close.
 *
 * <p>
 * A lock whose lease is open after that is not released, because work may continue under
 * it: renewal stops, and the lease expires. The lock of a thread that ends the JVM is
 * released: that thread waits for the stop, and would never close its lease. No failing
 * step prevents the next one, and an interrupted thread does not wait for holders.
 */
@NullMarked
package io.github.lockstarter.core;

import org.jspecify.annotations.NullMarked;
