/**
 * An application that depends on the starter and on nothing else.
 */
@NullMarked
package io.github.lockstarter.compatibility;

import org.jspecify.annotations.NullMarked;
