package io.github.lockstarter.sample;

import java.time.Duration;
import java.util.List;
import java.util.Map;

import io.lettuce.core.resource.Delay;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.WebApplicationType;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.data.redis.autoconfigure.ClientResourcesBuilderCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.scheduling.annotation.EnableScheduling;

import io.github.lockstarter.sample.stage.database.LocalDatabase;
import io.github.lockstarter.sample.stage.etcd.LocalEtcd;
import io.github.lockstarter.sample.stage.redis.LocalRedis;
import io.github.lockstarter.sample.stage.servers.SecondServer;

/**
 * The sample application. Start it with {@code --pair}, or twice, the second time with
 * {@code --server.port=8081}: both servers share one Redis; with {@code --store=jdbc} one
 * H2 database instead; with {@code --store=etcd} or {@code --store=zookeeper} that
 * database and etcd or ZooKeeper. With {@code --console} it prints a run of ten tasks and
 * ends.
 */
@SpringBootApplication
@EnableScheduling
public class SampleApplication {

	public static void main(String[] args) {
		SecondServer.endWithParentIfAsked();
		SpringApplication application = new SpringApplication(SampleApplication.class);
		application.addListeners(new LocalRedis(), new LocalEtcd(), new LocalDatabase());
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

	@Bean
	static SecondServer.Program program() {
		return new SecondServer.Program(SampleApplication.class);
	}

	// After a longer outage the driver would wait for up to half a minute before it
	// reconnects, and the sample would seem to be broken.
	@Bean
	static ClientResourcesBuilderCustomizer reconnectSoon() {
		return (resources) -> resources.reconnectDelay(Delay.constant(Duration.ofMillis(500)));
	}

}
