package io.github.lockstarter.testing.documentation;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * What the tests of docs/testing.md test.
 */
@SpringBootApplication
class DocumentedApplication {

}
