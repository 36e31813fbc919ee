package io.github.lockstarter.documentation;

import org.springframework.boot.autoconfigure.SpringBootApplication;

/**
 * The application that the snippets are parts of.
 */
@SpringBootApplication
class DemoApplication {

}
