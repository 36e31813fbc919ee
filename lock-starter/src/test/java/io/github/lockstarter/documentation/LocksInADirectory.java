package io.github.lockstarter.documentation;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

import org.springframework.beans.factory.annotation.Value;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.core.LockSettings;
import io.github.lockstarter.runtime.LockRuntime;

@Configuration(proxyBeanMethods = false)
class LocksInADirectory {

	@Bean
	DirectoryLockStore lockStore(@Value("${orders.locks}") Path directory, LockSettings settings, LockRuntime runtime)
			throws IOException {
		return new DirectoryLockStore(Files.createDirectories(directory), settings, runtime);
	}

}
