package io.github.lockstarter.documentation;

record User(String name) {

}
