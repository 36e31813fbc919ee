package io.github.lockstarter.sample.stage;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

import static org.assertj.core.api.Assertions.assertThat;

/**
 * With locks in an etcd, which the first server starts.
 */
// starts two more servers
@Tag("slow")
@ExtendWith(EtcdPair.class)
class EtcdPairIntegrationTests extends SessionStorePair {

	EtcdPairIntegrationTests(Pair pair) {
		super("etcd", pair);
	}

	@Test
	void firstServerStartsTheEtcdThatBothUse() {
		assertThat(pair().said()).containsOnlyOnce("started one there").containsOnlyOnce("Uses the etcd that");
	}

}
