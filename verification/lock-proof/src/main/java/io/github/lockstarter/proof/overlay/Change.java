package io.github.lockstarter.proof.overlay;

import java.util.function.Consumer;

/**
 * A change of one place in the product, which is named by its structure: the type and the
 * method, or the script and the function, and the code in it. White space and comments do
 * not count, and neither does the module or the package of the type.
 */
public final class Change {

	private Change() {
	}

	/**
	 * Changes a class.
	 * @param type its simple name, after that of its package if there are several, such
	 * as {@code etcd.Connection}
	 * @param method the name of the method, {@code <init>} for a constructor, empty for
	 * any place in the file
	 * @param code the code to replace
	 * @param replacement what takes its place
	 * @return the change
	 */
	public static Consumer<Overlay> java(String type, String method, String code, String replacement) {
		return (overlay) -> overlay.source(type, method, code, replacement);
	}

	/**
	 * Changes a script.
	 * @param file its file name
	 * @param function the name of the function, empty for any place in the file
	 * @param code the code to replace
	 * @param replacement what takes its place
	 * @return the change
	 */
	public static Consumer<Overlay> script(String file, String function, String code, String replacement) {
		return (overlay) -> overlay.script(file, function, code, replacement);
	}

}
