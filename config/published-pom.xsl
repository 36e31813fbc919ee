<?xml version="1.0" encoding="UTF-8"?>
<!--
	The POM that is published, from the flattened one: only what an application gets with the jar, in the versions of the oldest
	supported line. A build takes the newest version that anybody asks for, so nobody is dragged to a newer line.
-->
<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform" xmlns:m="http://maven.apache.org/POM/4.0.0">
	<xsl:output method="xml" encoding="UTF-8" indent="no" />
	<xsl:param name="boot" />
	<xsl:param name="framework" />
	<xsl:param name="slf4j" />

	<xsl:template match="@*|node()">
		<xsl:copy>
			<xsl:apply-templates select="@*|node()" />
		</xsl:copy>
	</xsl:template>

	<xsl:template match="m:dependency[m:optional='true' or m:scope='provided' or m:scope='test']" />

	<xsl:template match="m:dependency[m:groupId='org.springframework.boot']/m:version/text()">
		<xsl:value-of select="$boot" />
	</xsl:template>

	<xsl:template match="m:dependency[m:groupId='org.springframework']/m:version/text()">
		<xsl:value-of select="$framework" />
	</xsl:template>

	<xsl:template match="m:dependency[m:groupId='org.slf4j']/m:version/text()">
		<xsl:value-of select="$slf4j" />
	</xsl:template>

	<!-- Spring Boot 3.5 does not manage it. -->
	<xsl:template match="m:dependency[m:artifactId='jspecify']/m:version/text()">1.0.0</xsl:template>
</xsl:stylesheet>
