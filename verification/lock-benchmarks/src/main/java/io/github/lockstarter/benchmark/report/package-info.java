/**
 * What becomes of the figures: text, files, and the check of the targets.
 */
@NullMarked
package io.github.lockstarter.benchmark.report;

import org.jspecify.annotations.NullMarked;
