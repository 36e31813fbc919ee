package io.github.lockstarter.test;

/**
 * What a server shows to those who connect over TLS; all in PEM.
 *
 * @param chain its certificate, and those that lead to a root
 * @param privateKey the key of the certificate
 * @param authority the root that the certificates of clients must lead to, if they show
 * one
 */
public record ServerCertificate(String chain, String privateKey, String authority) {
}
