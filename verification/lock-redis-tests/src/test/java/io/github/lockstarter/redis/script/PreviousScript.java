package io.github.lockstarter.redis.script;

/**
 * The scripts of the previous layout in Redis, as they were. Their files are copies, also
 * those that equal a script of today, and include nothing but each other: a script that
 * changes leaves them alone.
 */
public final class PreviousScript {

	private PreviousScript() {
	}

	/**
	 * The text with its includes.
	 * @param script the script of today
	 * @return what EVAL gets from an instance that runs the version with that layout
	 */
	public static String text(LockScript script) {
		return ScriptFile.read("previous/" + script.fileName());
	}

}
