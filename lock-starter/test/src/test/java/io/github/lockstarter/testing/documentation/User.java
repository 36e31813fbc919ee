package io.github.lockstarter.testing.documentation;

record User(String name) {

}
