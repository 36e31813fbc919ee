package io.github.lockstarter.sample.stage;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.domain.JavaClasses;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import com.tngtech.archunit.lang.syntax.ArchRuleDefinition;
import com.tngtech.archunit.library.dependencies.SliceAssignment;
import com.tngtech.archunit.library.dependencies.SliceIdentifier;
import com.tngtech.archunit.library.dependencies.SlicesRuleDefinition;
import org.junit.jupiter.api.Test;

import io.github.lockstarter.sample.app.SampleApplication;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * Which packages of the sample depend on which: the stage on the application, and never
 * the other way round.
 */
class ArchitectureTests {

	private static final String APPLICATION = "io.github.lockstarter.sample.app";

	private static final String STAGE = "io.github.lockstarter.sample.stage";

	private static final JavaClasses CLASSES = new ClassFileImporter()
		.importUrl(SampleApplication.class.getProtectionDomain().getCodeSource().getLocation());

	@Test
	void packagesFormNoCycle() {
		assertThat(CLASSES.contain(SampleApplication.class)).isTrue();
		assertThat(CLASSES.contain(StagedSampleApplication.class)).isTrue();
		SlicesRuleDefinition.slices().assignedFrom(new EachPackage()).should().beFreeOfCycles().check(CLASSES);
	}

	@Test
	void noPackageImportsWhatAssemblesTheStage() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideOutsideOfPackage(STAGE)
			.should()
			.dependOnClassesThat()
			.resideInAPackage(STAGE)
			.because("it assembles the demo: a package that imports it is in a cycle with it")
			.check(CLASSES);
	}

	@Test
	void applicationKnowsNoStage() {
		ArchRuleDefinition.noClasses()
			.that()
			.resideInAPackage(APPLICATION + "..")
			.should()
			.dependOnClassesThat()
			.resideInAPackage(STAGE + "..")
			.because("people copy the application: what makes its accidents happen is none of its business")
			.check(CLASSES);
		assertThat(CLASSES.stream().map(JavaClass::getPackageName))
			.allMatch((name) -> (name + ".").startsWith(APPLICATION + ".") || (name + ".").startsWith(STAGE + "."));
	}

	/**
	 * A pattern such as {@code sample.stage.(**)} would leave the package of that name
	 * out, with the cycles through it.
	 */
	private static final class EachPackage implements SliceAssignment {

		@Override
		public SliceIdentifier getIdentifierOf(JavaClass type) {
			return SliceIdentifier.of(type.getPackageName());
		}

		@Override
		public String getDescription() {
			return "packages";
		}

	}

}
