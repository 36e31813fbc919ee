/**
 * Leadership: a lock that is held for as long as an instance lives, and whose holder is
 * notified when it gets the lock and before it loses it.
 */
@NullMarked
package io.github.lockstarter.leader;

import org.jspecify.annotations.NullMarked;
