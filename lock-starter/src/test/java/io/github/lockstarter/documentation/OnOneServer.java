package io.github.lockstarter.documentation;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

import org.springframework.core.annotation.AliasFor;

import io.github.lockstarter.annotation.DistributedLocked;
import io.github.lockstarter.annotation.OnNotAcquired;

@Target(ElementType.METHOD)
@Retention(RetentionPolicy.RUNTIME)
@DistributedLocked(waitTime = "0", minHold = "30s", onNotAcquired = OnNotAcquired.SKIP)
public @interface OnOneServer {

	@AliasFor(annotation = DistributedLocked.class, attribute = "name")
	String value();

}
