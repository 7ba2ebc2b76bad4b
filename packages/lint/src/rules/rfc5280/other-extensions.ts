/** Rules on the values of extensions in general, and on extensions that have one rule each. */
import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { crlDistributionPoints, freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { AccessMethod, authorityInfoAccess, subjectInfoAccess } from '../../certificate/extensions/info-access.ts';
import { policyMappings } from '../../certificate/extensions/policy-mappings.ts';
import { qcStatements } from '../../certificate/extensions/qc-statements.ts';
import { issuerAltName, subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { smimeCapabilities } from '../../certificate/extensions/smime-capabilities.ts';
import { subjectDirectoryAttributes } from '../../certificate/extensions/subject-directory-attributes.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkNotCritical, unreadableValues } from '../checks/extensions.ts';

export const OTHER_EXTENSION_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/authority-info-access-location',
    clause: 'RFC 5280 §4.2.2.1',
    level: 'warning',
    check: (certificate) =>
      (certificate.value(authorityInfoAccess) ?? [])
        .filter(
          ({ method, location }) =>
            method === AccessMethod.caIssuers &&
            !(location.kind === 'uniformResourceIdentifier' && /^(?:ldap|https?):/i.test(location.text)),
        )
        .map(() => 'caIssuers of authorityInfoAccess is not an HTTP or LDAP URI'),
  }),
  certificateRule({
    name: 'rfc5280/extension-value',
    clause: 'RFC 5280 §4.2',
    check: ({ extensions }) => unreadableValues(extensions),
  }),
  certificateRule({
    name: 'rfc5280/qualified-statement-version',
    clause: 'RFC 3739 §3.2.6.1',
    level: 'warning',
    from: '2004-03-01',
    check: (certificate) =>
      certificate.value(qcStatements)?.includes(VERSION_1) === true
        ? 'qcStatements has the statement of RFC 3039, which RFC 3739 replaced'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/sequence-not-empty',
    clause: 'RFC 5280 §4.2',
    // Lists of SIZE (1..MAX), and the list of extensions itself.
    check: ({ hasExtensions, extensions }) =>
      (hasExtensions && extensions.all.length === 0) || LISTS.some((form) => extensions.isEmpty(form))
        ? 'an extension, or the list of them, is an empty sequence; one element is the least'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/smime-capabilities-not-critical',
    clause: 'RFC 4262 §2',
    from: '2006-01-01',
    check: checkNotCritical(smimeCapabilities),
  }),
  certificateRule({
    name: 'rfc5280/subject-directory-attributes-not-critical',
    clause: 'RFC 5280 §4.2.1.8',
    check: checkNotCritical(subjectDirectoryAttributes),
  }),
  certificateRule({
    name: 'rfc5280/subject-info-access-not-critical',
    clause: 'RFC 5280 §4.2.2.2',
    check: checkNotCritical(subjectInfoAccess),
  }),
];

/** id-qcs-pkixQCSyntax-v1. */
const VERSION_1 = '1.3.6.1.5.5.7.11.1';
const LISTS = [
  extendedKeyUsage,
  subjectAltName,
  issuerAltName,
  certificatePolicies,
  policyMappings,
  authorityInfoAccess,
  subjectInfoAccess,
  crlDistributionPoints,
  freshestCrl,
  subjectDirectoryAttributes,
];
