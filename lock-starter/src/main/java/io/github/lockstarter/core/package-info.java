/**
 * The engine: how a lock is waited for, held, renewed, lost and released, over a
 * {@link io.github.lockstarter.store.LockStore}, the port that it knows.
 *
 * <p>
 * To read it for the first time, in this order:
 * <ol>
 * <li>{@code LockTemplate}: the blocking face; what callers ask for</li>
 * <li>{@code LockCall}: one call, from the request to its lease or its exception</li>
 * <li>{@code WaitBudget}: the one deadline that everything below is paid from</li>
 * <li>{@code SingleEntry}: the way to one lock: re-entry, its {@code LocalTurn} in the
 * {@code LocalQueues} of this JVM, its question to the store, the hold that it opens; and
 * what became of it, its {@code EntryResult}</li>
 * <li>{@code StoreAttempt} with its {@code AttemptTraffic}: the way through the store:
 * questions, messages, the end of the wait; {@code LiveAttempts} finds it</li>
 * <li>{@code LeaseDeadline} and {@code PushedGrants}: until when a lease is held, by the
 * clocks here</li>
 * <li>{@code Hold} with {@code OpenLeases}: a lock that is held, and the leases on it, of
 * which users see {@code SingleLease}</li>
 * <li>{@code RenewalLoop} and {@code HoldRenewal}: the thread that renews all holds, and
 * what one answer means</li>
 * <li>{@code GiveOn} and {@code Release}: to the next caller here, to another server, or
 * back; {@code HoldEnd}: who is told</li>
 * <li>{@code AttemptEvents}: what observers are told of all this</li>
 * <li>{@code BlockingDriver} and {@code AsyncDriver}: who takes the steps, with a thread
 * and without</li>
 * <li>{@code MultiEntry}: several locks at once</li>
 * <li>{@code EngineContext}: what all of them use, and {@code Engine}: its start and its
 * stop</li>
 * </ol>
 *
 * <p>
 * What the store and its clients say to each other is in {@code docs/protocol.md}.
 */
@NullMarked
package io.github.lockstarter.core;

import org.jspecify.annotations.NullMarked;
