/** Rules on identifiers of keys. */
import { authorityKeyIdentifier, subjectKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { isSelfSigned } from '../../certificate/roles.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkNotCritical } from '../checks/extensions.ts';

export const KEY_IDENTIFIER_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/authority-key-identifier-present',
    clause: 'RFC 5280 §4.2.1.1',
    appliesTo: (certificate) => !(certificate.isCa && isSelfSigned(certificate)),
    check(certificate) {
      if (certificate.extension(authorityKeyIdentifier) === undefined) return 'authorityKeyIdentifier is missing';
      const value = certificate.value(authorityKeyIdentifier);
      return value !== undefined && value.keyIdentifier === undefined
        ? 'authorityKeyIdentifier has no keyIdentifier'
        : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/subject-key-identifier-not-critical',
    clause: 'RFC 5280 §4.2.1.2',
    check: checkNotCritical(subjectKeyIdentifier),
  }),
  certificateRule({
    name: 'rfc5280/subject-key-identifier-of-ca',
    clause: 'RFC 5280 §4.2.1.2',
    appliesTo: ({ isCa }) => isCa,
    check: (certificate) =>
      certificate.extension(subjectKeyIdentifier) === undefined ? 'a CA has no subjectKeyIdentifier' : undefined,
  }),
];
