/**
 * The points service: a component of its own, reached over HTTP only.
 */
@NullMarked
package io.github.lockstarter.sample.app.points;

import org.jspecify.annotations.NullMarked;
