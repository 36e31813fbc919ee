/**
 * A lock store in a directory: a server that keeps what a client has written for as long
 * as the session of the client lives, such as ZooKeeper or etcd.
 * {@link io.github.lockstarter.session.Directory} is the port to such a server, and
 * {@link io.github.lockstarter.session.SessionLockStore} the store.
 *
 * <p>
 * <b>Places.</b> A lock has a queue of places, one for each attempt, in the order in
 * which a majority of the server's machines has agreed on them. The first place has the
 * lock; those behind it that may share the lock, too ({@code Admission}). Two things make
 * an owner ({@code Acquisition}): its place is admitted, which it stays once it is, and
 * the place exists. The answer of a majority shows the latter to an attempt that has just
 * queued. A waiter asks, unless an earlier answer of a majority shows that its session
 * outlives the provisional lease ({@code SessionContext.askedBefore}). Each waiter
 * watches the places that keep it out, reads the queue when one of them is deleted, and
 * is then notified of a lock that it has already. Callers that do not wait read the queue
 * first and take a place only if it would be admitted, so that no other attempt waits
 * behind them. Fencing tokens come from the number of the place: {@code number * 64},
 * plus an offset, plus the handovers within this JVM. Keys of places are never reused, so
 * deleting one by force compares and releases in one step ({@code Administration}).
 *
 * <p>
 * <b>Leases.</b> The server ends no lease, only sessions. A lease is timed by the clock
 * of its owner, which then deletes the place ({@code Claim}, {@code HoldCommands}); fixed
 * leases and minimum holds therefore last until the end of the session at most. A lease
 * is two thirds of the session timeout at most, and less if the session was not heard of
 * for a while ({@code SessionLease}): a partitioned holder has lost the lock by its own
 * clock before the server ends its session and the next attempt has the lock. Replies
 * carry the time of this instance. After a release with a minimum hold the place stays,
 * marked with its time, and without an owner.
 *
 * <p>
 * <b>Lanes.</b> Commands of this instance for one lock run one after the other
 * ({@code SerialCommands}): the next begins after the answer to the one before. So each
 * command sees the claims, this instance's view of its places, as the earlier ones left
 * them. Renewals of idle lanes skip this and share one request. A lane is forgotten when
 * it is idle, has no claims and is not in doubt.
 *
 * <p>
 * <b>Reconciliation.</b> If the outcome of a request that takes or deletes a place is
 * unknown, its lane is in doubt ({@code Reconciler}). Before the next command, or after a
 * second, the queue is read behind all that this instance has sent. Claims without a
 * place are removed, and an owner among them is notified of the loss. A place that was
 * taken for an attempt which may still ask becomes its claim. Other places of this
 * instance are orphans and are deleted. Orphans that a command sees on its way are
 * deleted, too. Where the server refuses to read, renewals and releases of known claims
 * continue without. Attempts that have released are remembered for a while, so that a
 * repeated command is answered for what it was ({@code Finished}).
 *
 * <p>
 * <b>Sessions.</b> While the store runs ({@code RunningStore}), the directory may begin
 * sessions again: each is an era ({@code SessionContext}). When one is over, all claims
 * are removed and the owners are notified, and answers to requests from an earlier era
 * count no more. If the store stops while locks are held, the session is left to expire;
 * otherwise it is ended.
 */
@NullMarked
package io.github.lockstarter.session;

import org.jspecify.annotations.NullMarked;
