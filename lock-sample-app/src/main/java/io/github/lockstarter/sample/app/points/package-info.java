/**
 * The points service, called over HTTP only.
 */
@NullMarked
package io.github.lockstarter.sample.app.points;

import org.jspecify.annotations.NullMarked;
