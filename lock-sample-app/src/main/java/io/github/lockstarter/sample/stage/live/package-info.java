/**
 * What the page is told while things happen.
 */
@NullMarked
package io.github.lockstarter.sample.stage.live;

import org.jspecify.annotations.NullMarked;
