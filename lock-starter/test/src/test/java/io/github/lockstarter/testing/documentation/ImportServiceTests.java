package io.github.lockstarter.testing.documentation;

import java.util.Optional;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.test.context.bean.override.mockito.MockitoBean;

import io.github.lockstarter.Lease;
import io.github.lockstarter.LockOperations;
import io.github.lockstarter.LockRequest;
import io.github.lockstarter.testing.AutoConfigureTestLocks;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mockito.ArgumentMatchers.any;
import static org.mockito.BDDMockito.given;
import static org.mockito.BDDMockito.then;
import static org.mockito.Mockito.mock;

@SpringBootTest
@AutoConfigureTestLocks
class ImportServiceTests {

	@MockitoBean
	private LockOperations locks;

	@Autowired
	private ImportService service; // asks this.locks.tryAcquire(...) itself

	@Test
	void importIsSkippedWhileAnotherServerRunsIt() {
		given(this.locks.tryAcquire(any(LockRequest.class))).willReturn(Optional.empty());
		assertThat(this.service.importFiles()).isFalse();
	}

	@Test
	void leaseIsClosed() {
		Lease lease = mock(Lease.class);
		given(this.locks.tryAcquire(any(LockRequest.class))).willReturn(Optional.of(lease));
		assertThat(this.service.importFiles()).isTrue();
		then(lease).should().close();
	}

}
