package io.github.lockstarter.sample.stage;

import java.util.List;
import java.util.Map;

import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.ComponentScan;
import org.springframework.context.annotation.Configuration;

import io.github.lockstarter.sample.app.SampleApplication;
import io.github.lockstarter.sample.stage.database.LocalDatabase;
import io.github.lockstarter.sample.stage.etcd.LocalEtcd;
import io.github.lockstarter.sample.stage.redis.LocalRedis;
import io.github.lockstarter.sample.stage.servers.SecondServer;

/**
 * The demo: the application with its stage. Start it with {@code --pair}, or twice, the
 * second time with {@code --server.port=8081}: both servers share one Redis; with
 * {@code --store=jdbc} one H2 database instead; with {@code --store=etcd},
 * {@code --store=consul} or {@code --store=zookeeper} that database and etcd, Consul or
 * ZooKeeper. With {@code --console} it prints a run of ten tasks and ends.
 */
@Configuration(proxyBeanMethods = false)
@ComponentScan
public class StagedSampleApplication {

	/**
	 * The profile with the settings of the stage.
	 */
	static final String PROFILE = "stage";

	public static void main(String[] args) {
		SecondServer.endWithParentIfAsked();
		SpringApplication application = create();
		if (List.of(args).contains("--console")) {
			application.setWebApplicationType(WebApplicationType.NONE);
			application.setLogStartupInfo(false);
			application.setDefaultProperties(Map.of("logging.level.root", "warn", "sample.job.cron", "-"));
			application.run(args).close();
		}
		else {
			application.run(args);
		}
	}

	static SpringApplication create() {
		SpringApplication application = new SpringApplication(SampleApplication.class, StagedSampleApplication.class);
		application.setMainApplicationClass(SampleApplication.class);
		application.setAdditionalProfiles(PROFILE);
		application.addListeners(new LocalRedis(), new LocalEtcd(), new LocalDatabase());
		return application;
	}

	@Bean
	static SecondServer.Program program() {
		return new SecondServer.Program(StagedSampleApplication.class);
	}

}
