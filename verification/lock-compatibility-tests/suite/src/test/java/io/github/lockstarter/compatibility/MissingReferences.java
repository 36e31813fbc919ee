package io.github.lockstarter.compatibility;

import java.lang.reflect.Modifier;
import java.util.Set;
import java.util.stream.Stream;

import org.springframework.asm.AnnotationVisitor;
import org.springframework.asm.ClassVisitor;
import org.springframework.asm.FieldVisitor;
import org.springframework.asm.Handle;
import org.springframework.asm.Label;
import org.springframework.asm.MethodVisitor;
import org.springframework.asm.SpringAsmInfo;
import org.springframework.asm.Type;

/**
 * Collects what a class refers to and what is not there, as
 * {@code class -> missing class} or {@code class -> class.missing member}.
 */
final class MissingReferences extends ClassVisitor {

	// Their methods have the descriptor of each call.
	private static final Set<String> POLYMORPHIC = Set.of("java/lang/invoke/MethodHandle",
			"java/lang/invoke/VarHandle");

	private final ClassFiles files;

	private final Set<String> missing;

	private String name = "";

	MissingReferences(ClassFiles files, Set<String> missing) {
		super(SpringAsmInfo.ASM_VERSION);
		this.files = files;
		this.missing = missing;
	}

	@Override
	public void visit(int version, int access, String type, String signature, String superName, String[] interfaces) {
		this.name = type;
		boolean complete = Stream.concat(Stream.of(superName), Stream.of(interfaces))
			.filter((supertype) -> isThere(supertype))
			.count() == interfaces.length + 1;
		if (complete && !Modifier.isAbstract(access)) {
			this.files.unimplemented(type).forEach((method) -> miss(type + "." + method));
		}
	}

	@Override
	public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
		return annotation(descriptor);
	}

	@Override
	public FieldVisitor visitField(int access, String field, String descriptor, String signature, Object value) {
		return new FieldVisitor(SpringAsmInfo.ASM_VERSION) {

			@Override
			public AnnotationVisitor visitAnnotation(String annotation, boolean visible) {
				return annotation(annotation);
			}

		};
	}

	@Override
	public MethodVisitor visitMethod(int access, String method, String descriptor, String signature,
			String[] exceptions) {
		return new Code();
	}

	private AnnotationVisitor annotation(String descriptor) {
		String type = Type.getType(descriptor).getInternalName();
		if (!isThere(type)) {
			return null;
		}
		return new AnnotationVisitor(SpringAsmInfo.ASM_VERSION) {

			@Override
			public void visit(String attribute, Object value) {
				check(attribute);
			}

			@Override
			public void visitEnum(String attribute, String enumeration, String value) {
				check(attribute);
				member(Type.getType(enumeration).getInternalName(), value + enumeration);
			}

			@Override
			public AnnotationVisitor visitArray(String attribute) {
				check(attribute);
				return null;
			}

			private void check(String attribute) {
				if (!MissingReferences.this.files.hasAttribute(type, attribute)) {
					miss(type + "." + attribute);
				}
			}

		};
	}

	private boolean isThere(String type) {
		boolean there = this.files.exists(type);
		if (!there) {
			miss(type);
		}
		return there;
	}

	private void member(String type, String member) {
		if (isThere(type) && !POLYMORPHIC.contains(type) && !this.files.has(type, member)) {
			miss(type + "." + member);
		}
	}

	private void constant(Object value) {
		if (value instanceof Handle handle) {
			member(handle.getOwner(), handle.getName() + handle.getDesc());
		}
		else if (value instanceof Type type && type.getSort() == Type.OBJECT) {
			isThere(type.getInternalName());
		}
	}

	private void miss(String what) {
		this.missing.add(this.name + " -> " + what);
	}

	/**
	 * The instructions of a method.
	 */
	private final class Code extends MethodVisitor {

		Code() {
			super(SpringAsmInfo.ASM_VERSION);
		}

		@Override
		public AnnotationVisitor visitAnnotation(String descriptor, boolean visible) {
			return annotation(descriptor);
		}

		@Override
		public AnnotationVisitor visitParameterAnnotation(int parameter, String descriptor, boolean visible) {
			return annotation(descriptor);
		}

		@Override
		public void visitTypeInsn(int opcode, String type) {
			isThere(type);
		}

		@Override
		public void visitFieldInsn(int opcode, String owner, String field, String descriptor) {
			member(owner, field + descriptor);
		}

		@Override
		public void visitMethodInsn(int opcode, String owner, String method, String descriptor, boolean isInterface) {
			member(owner, method + descriptor);
		}

		@Override
		public void visitInvokeDynamicInsn(String method, String descriptor, Handle bootstrap, Object... arguments) {
			Stream.of(arguments).forEach(MissingReferences.this::constant);
		}

		@Override
		public void visitLdcInsn(Object value) {
			constant(value);
		}

		@Override
		public void visitTryCatchBlock(Label start, Label end, Label handler, String type) {
			if (type != null) {
				isThere(type);
			}
		}

	}

}
