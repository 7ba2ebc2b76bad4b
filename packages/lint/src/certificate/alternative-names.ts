/** Alternative names of the subject and of the issuer together: what RFC 5280 §4.2.1.6 says of their forms holds for both (§4.2.1.7). */
import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { issuerAltName, subjectAltName } from './extensions/subject-alt-name.ts';
import type { WrittenGeneralName } from './general-names.ts';

export function alternativeNames(certificate: CertificateUnderLint): readonly WrittenGeneralName[] {
  return [...(certificate.value(subjectAltName) ?? []), ...(certificate.value(issuerAltName) ?? [])];
}

/** Returns the DNS names among the alternative names of the subject. */
export function dnsNames(certificate: CertificateUnderLint): readonly string[] {
  return (certificate.value(subjectAltName) ?? []).flatMap((name) => (name.kind === 'dNSName' ? [name.text] : []));
}
