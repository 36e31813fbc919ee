/**
 * Assembles the starter in a Spring Boot application. No other package imports it.
 *
 * <p>
 * One store keeps the locks ({@code StoreChoice}). A store that is configured and missing
 * is never replaced by another one, and of several stores none is the default: two
 * instances with different choices would not exclude each other. The start fails with
 * {@code LockStartException} when all other auto-configurations have run and before a
 * bean is created that would miss the locks. An application without any store starts;
 * only a bean that needs the locks fails ({@code MissingLocksFailureAnalyzer}).
 *
 * <p>
 * Ahead-of-time processing fixes the chosen store, whether there is a quorum, and
 * {@code distributed-lock.enabled} at build time. A different store at startup is
 * refused, and a different {@code enabled} is logged ({@code StoreOfTheBuild},
 * {@code LocksOfTheBuild}).
 *
 * <p>
 * Credentials may be rotated while the application runs, but Spring Boot reads them once.
 * So a connection logs in with the first source that has other credentials than at
 * startup, and until then with the first of all ({@code CurrentCredentials}): the
 * connection factory, then the {@code RedisConnectionDetails} and the properties, if
 * these had the same credentials at startup. A source with other credentials belongs to
 * another server.
 *
 * <p>
 * The locks start with the application ({@code LockLifecycle}). When the application
 * ends, or its start has failed, they are drained in their phase, and stopped when the
 * beans that use them are destroyed: what these hold can still be released. When the
 * application is only stopped, nothing follows, so they stop at once. A pause of Spring
 * Framework 7 does not stop them: it would wait for locks held in the background, which
 * would then be lost.
 */
@NullMarked
package io.github.lockstarter.autoconfigure;

import org.jspecify.annotations.NullMarked;
