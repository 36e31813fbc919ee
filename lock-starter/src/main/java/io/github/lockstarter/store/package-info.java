/**
 * The port to where the locks are kept, and its values: what a store answers, says
 * without being asked, and whose clock it goes by. Knows nothing of how locks are
 * acquired.
 */
@NullMarked
package io.github.lockstarter.store;

import org.jspecify.annotations.NullMarked;
