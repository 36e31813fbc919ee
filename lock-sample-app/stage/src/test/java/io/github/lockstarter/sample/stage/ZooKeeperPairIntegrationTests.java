package io.github.lockstarter.sample.stage;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/**
 * With locks in a ZooKeeper that runs.
 */
// starts two more servers
@Tag("slow")
@ExtendWith(ZooKeeperPair.class)
class ZooKeeperPairIntegrationTests extends SessionStorePair {

	ZooKeeperPairIntegrationTests(Pair pair) {
		super("ZooKeeper", pair);
	}

}
