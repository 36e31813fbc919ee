/**
 * The Lua scripts and how they are run.
 */
@NullMarked
package io.github.lockstarter.redis.script;

import org.jspecify.annotations.NullMarked;
