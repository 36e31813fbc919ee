package io.github.lockstarter.compatibility.jpa;

import org.springframework.data.jpa.repository.JpaRepository;

interface Accounts extends JpaRepository<Account, Long> {

}
