package io.github.lockstarter.proof.overlay;

import org.junit.jupiter.api.Test;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;

/**
 * Tests for {@link Code}.
 */
class CodeTests {

	private static final String JAVA = """
			class Door {

				private int count; // of those inside

				Door() {
					this.count = 0;
				}

				boolean enter(int most) {
					/* full */
					if (this.count
							>= most) { // full
						return false;
					}
					this.count++;
					return true;
				}

				boolean isFull(int most) {
					return this.count >= most || "full".isEmpty();
				}

			}
			""";

	private static final String LUA = """
			-- counts: if n > 0 then
			local function enter(most)
			  if n > most then -- full
			    return false
			  end
			  return true
			end

			function self.leave(most)
			  if n > most then
			    return 'full'
			  end
			end

			if n > most then
			  return n
			end
			""";

	@Test
	void formatAndCommentsDoNotCount() {
		assertThat(Code.ofJava("Door", JAVA).replace("enter", "if (this.count >= most) { return false; }", ";"))
			.contains("/* full */\n\t\t;\n\t\tthis.count++;")
			.contains("return this.count >= most ||");
	}

	@Test
	void methodIsTheOneOfThatName() {
		assertThat(Code.ofJava("Door", JAVA).replace("isFull", "this.count >= most", "true"))
			.contains("return true || \"full\"");
		assertThat(Code.ofJava("Door", JAVA).replace("<init>", "this.count = 0", "this.count = 1"))
			.contains("this.count = 1;");
		assertThat(Code.ofJava("Door", JAVA).replace("", "private int count;", "int count;"))
			.contains("\tint count; // of");
	}

	@Test
	void textMayBeCutAnywhere() {
		String source = "class Row {\n\tString sql = \"where id = ? \"\n\t\t+ \"and version = ? \"\n\t\t+ last();\n}\n";
		assertThat(Code.ofJava("Row", source).replace("", "id = ? and version = ?", "id = ? and version >= ?"))
			.contains("\"where id = ? and version >= ? \"\n\t\t+ last()");
	}

	@Test
	void functionOfAScriptIsTheOneOfThatName() {
		assertThat(Code.ofLua("door.lua", LUA).replace("enter", "if n > most then return false", "if false then"))
			.contains("local function enter(most)\n  if false then\n  end");
		assertThat(Code.ofLua("door.lua", LUA).replace("leave", "n > most", "false"))
			.contains("self.leave(most)\n  if false then");
	}

	@Test
	void codeThatIsGoneIsNamed() {
		assertThatIllegalStateException()
			.isThrownBy(() -> Code.ofJava("Door", JAVA).replace("enter", "this.count--", ""))
			.withMessage("Door, enter: does not contain: this.count--");
		assertThatIllegalStateException().isThrownBy(() -> Code.ofJava("Door", JAVA).replace("leave", "x", "y"))
			.withMessage("Door has no leave");
		assertThatIllegalStateException().isThrownBy(() -> Code.ofJava("Door", JAVA).replace("enter", "// full", ""))
			.withMessageContaining("nothing to replace");
	}

	@Test
	void codeThatIsThereTwiceIsRefused() {
		assertThatIllegalStateException()
			.isThrownBy(() -> Code.ofJava("Door", JAVA).replace("", "this.count >= most", "true"))
			.withMessage("Door: contains more than once: this.count >= most");
		assertThatIllegalStateException()
			.isThrownBy(() -> Code.ofLua("door.lua", LUA).replace("", "if n > most then", ""))
			.withMessageContaining("more than once");
	}

}
