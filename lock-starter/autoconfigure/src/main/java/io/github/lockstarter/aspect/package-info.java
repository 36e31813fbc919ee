/**
 * Runs methods that are annotated with {@code @DistributedLocked} under their locks, and
 * checks them at startup. Knows no store.
 *
 * <h2>How a locked call runs</h2>
 * <p>
 * {@code LockAnnotations} finds the annotation: on the method itself, on the methods that
 * it overrides or implements, on its class and superclasses (for all methods that can be
 * called on the bean), and on interfaces (for the methods that they declare). The nearest
 * place wins with all its annotations, and a method always wins over a type. Of two
 * interfaces that do not extend each other neither is nearer: different locks there are a
 * contradiction and are refused. {@code SpecReader} parses each annotation once into a
 * {@code DistributedLockSpec}; the classes below it do not see the annotation.
 *
 * <p>
 * {@code DistributedLockAdvisor} puts the interceptor at a fixed place among the other
 * advice. The kind of the result, chosen when the bean is created, decides how the method
 * is locked: {@code BlockingCalls} on the thread of the caller, {@code StageCalls} until
 * the stage is complete, {@code PublisherCalls} for each subscription until it ends. A
 * result with work that outlives the call, and which no kind can follow, is refused
 * ({@code OutlivingResults}).
 *
 * <p>
 * Several annotations nest, the first one outermost. Each next lock may be waited for
 * longer than the leases so far last, so these are checked before the method begins. A
 * {@code LockNotAcquiredException} that is thrown after the method was entered is not
 * about this lock: it is passed on, and is neither skipped nor answered by the fallback.
 *
 * <p>
 * The proxies are created early, so no class of this package creates a bean of the
 * application on their behalf: collaborators are suppliers, which are used at the first
 * call or when the first annotated bean is created.
 *
 * <h2>Interrupt on loss</h2>
 * <p>
 * The loss of a lease arrives on another thread, at any time. {@code InterruptOnLoss} and
 * the end of the body take the same short lock. So either the body has not ended, and is
 * interrupted before it can, or it has, and the thread, which may have other work by
 * then, is not touched. An interrupt flag that was set here is cleared at the end of the
 * body, whether or not the body has noticed it; a flag that was set elsewhere before the
 * loss stays. A flag set elsewhere after the loss cannot be distinguished, and is
 * cleared. Bodies may nest. If both lose their locks, one flag stands for both: the inner
 * body clears it at its end, and the outer one is interrupted again.
 *
 * <h2>Transactions</h2>
 * <p>
 * A lock that is released before its transaction commits lets the next holder read old
 * data. A method that is called inside an open transaction therefore keeps its lock until
 * that transaction has completed ({@code TransactionAwareExecution}, in reactive code
 * {@code TransactionAwarePublication}). The lock is acquired as usual and entered once
 * more by the same owner, which costs nothing; the second lease belongs to the
 * transaction. That lease alone has the minimum hold, because only the end of the
 * transaction shows whether the work has succeeded: after a rollback or a failed body the
 * work may be repeated at once. Other locks that are closed inside a transaction are
 * deferred in the same way ({@code ReleaseAfterTransaction}).
 *
 * <p>
 * Callbacks after the commit and after the completion, such as those of a
 * {@code TransactionalEventListener}, run under the lock: its release is registered again
 * before the completion, behind all callbacks that were registered meanwhile.
 *
 * <p>
 * A transaction that began inside locked work, or that keeps a lease, is rolled back if
 * the lease is lost before the commit. The leases are checked twice: in a callback with
 * the lowest precedence, and by the {@code LeaseCheckingTransactionListener} behind all
 * callbacks. With JPA the flush comes later still, with the commit of Hibernate's own
 * transaction, so a third check is registered there ({@code LateWrites}). Flushing
 * earlier would visit all entities twice and change the exceptions of a failing flush.
 * What that check throws is wrapped on its way; the listener keeps the loss and throws it
 * at the end. Reactive callbacks run in the order of their registration and no hook comes
 * after all of them, so that lease is checked again behind the callbacks that the body
 * has registered.
 *
 * <h2>Checks at startup</h2>
 * <p>
 * A method that only looks locked is worse than a failed start, so each problem raises
 * {@link io.github.lockstarter.aspect.InvalidLockedMethodException}:
 * <ul>
 * <li>{@code SpecReader}: the annotation itself, such as its expressions, durations and
 * fallback</li>
 * <li>{@code ProxyReach}: a proxy cannot intercept the method</li>
 * <li>{@code LifecycleMethods}: Spring calls the method on the bare bean</li>
 * <li>{@code LockedBeanPostProcessor}: the proxy lacks the lock, or there is no
 * {@code LockOperations} bean</li>
 * <li>{@code EarlyLockedBeans}: the bean is created before proxies can be made, or skips
 * post-processors</li>
 * <li>{@code ContextsWithoutLocks}: the bean is in a parent or child context without
 * advice; a child is checked when it has been refreshed, and its start fails</li>
 * <li>{@code RefusedRequests}: the store does not support what the annotation
 * requests</li>
 * </ul>
 */
@NullMarked
package io.github.lockstarter.aspect;

import org.jspecify.annotations.NullMarked;
