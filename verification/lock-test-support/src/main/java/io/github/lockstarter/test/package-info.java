/**
 * The real servers that the project's own tests run against, and faults of the network.
 */
@NullMarked
package io.github.lockstarter.test;

import org.jspecify.annotations.NullMarked;
