/**
 * An application that depends on the starter and on nothing else, or on other stores and
 * not on Redis.
 */
@NullMarked
package io.github.lockstarter.compatibility.application;

import org.jspecify.annotations.NullMarked;
