/**
 * Auto-configuration of locks in a database.
 */
@NullMarked
package io.github.lockstarter.jdbc.autoconfigure;

import org.jspecify.annotations.NullMarked;
