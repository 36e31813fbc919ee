/**
 * Beans and scheduled methods that run on the leader only.
 */
@NullMarked
package io.github.lockstarter.aspect.leader;

import org.jspecify.annotations.NullMarked;
