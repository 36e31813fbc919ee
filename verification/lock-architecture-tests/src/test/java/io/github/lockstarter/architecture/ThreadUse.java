package io.github.lockstarter.architecture;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Set;
import java.util.TreeSet;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import org.springframework.asm.ClassReader;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.Opcodes;
import org.springframework.asm.SpringAsmInfo;

/**
 * What the bytecode of some classes does with monitors and threads: ArchUnit does not
 * show a synchronized block.
 */
final class ThreadUse {

	private static final String THREAD = "java/lang/Thread";

	private static final Set<String> WAITS = Set.of("wait()V", "wait(J)V", "wait(JI)V", "notify()V", "notifyAll()V");

	// Nothing else is asked of a thread: no id, no name, no text. Where it is does not
	// say
	// who it is.
	private static final Set<String> WITHOUT_IDENTITY = Set.of("<init>", "currentThread", "start", "setDaemon",
			"interrupt", "interrupted", "isInterrupted", "getStackTrace");

	private final Set<String> monitors = new TreeSet<>();

	private final Set<String> identities = new TreeSet<>();

	static ThreadUse of(JavaClasses classes) {
		ThreadUse use = new ThreadUse();
		classes.forEach(use::read);
		return use;
	}

	/**
	 * The methods that take a monitor, or wait for one.
	 */
	Set<String> monitors() {
		return this.monitors;
	}

	/**
	 * The methods that ask a thread who it is.
	 */
	Set<String> identities() {
		return this.identities;
	}

	private void read(JavaClass type) {
		try (InputStream bytes = type.getSource().orElseThrow().getUri().toURL().openStream()) {
			new ClassReader(bytes).accept(new Methods(type.getName()), ClassReader.SKIP_FRAMES);
		}
		catch (IOException ex) {
			throw new UncheckedIOException(ex);
		}
	}

	private final class Methods extends ClassVisitor {

		private final String type;

		Methods(String type) {
			super(SpringAsmInfo.ASM_VERSION);
			this.type = type;
		}

		@Override
		public MethodVisitor visitMethod(int access, String name, String descriptor, String signature,
				String[] exceptions) {
			String method = this.type + "." + name;
			if ((access & Opcodes.ACC_SYNCHRONIZED) != 0) {
				ThreadUse.this.monitors.add(method);
			}
			return new Code(method);
		}

	}

	private final class Code extends MethodVisitor {

		private final String method;

		Code(String method) {
			super(SpringAsmInfo.ASM_VERSION);
			this.method = method;
		}

		@Override
		public void visitInsn(int opcode) {
			if (opcode == Opcodes.MONITORENTER) {
				ThreadUse.this.monitors.add(this.method);
			}
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String name, String descriptor, boolean isInterface) {
			call(owner, name, descriptor);
		}

		@Override
		public void visitInvokeDynamicInsn(String name, String descriptor, Handle bootstrap, Object... arguments) {
			for (Object argument : arguments) {
				if (argument instanceof Handle reference) {
					call(reference.getOwner(), reference.getName(), reference.getDesc());
				}
			}
		}

		private void call(String owner, String name, String descriptor) {
			if (WAITS.contains(name + descriptor)) {
				ThreadUse.this.monitors.add(this.method);
			}
			if (owner.equals(THREAD) && !WITHOUT_IDENTITY.contains(name)) {
				ThreadUse.this.identities.add(this.method);
			}
		}

	}

}
