/**
 * The port for stores, which keep the locks, and its values: answers, notifications and
 * clocks. Independent of how locks are acquired.
 */
@NullMarked
package io.github.lockstarter.store;

import org.jspecify.annotations.NullMarked;
