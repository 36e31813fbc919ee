/**
 * The Redis that is measured, and what it says about its work.
 */
@NullMarked
package io.github.lockstarter.benchmark.server;

import org.jspecify.annotations.NullMarked;
