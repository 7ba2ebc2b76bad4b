import { certificatePolicies } from '../../certificate/extensions/certificate-policies.ts';
import { crlDistributionPoints, freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { extendedKeyUsage } from '../../certificate/extensions/extended-key-usage.ts';
import { authorityInfoAccess, subjectInfoAccess } from '../../certificate/extensions/info-access.ts';
import { policyMappings } from '../../certificate/extensions/policy-mappings.ts';
import { issuerAltName, subjectAltName } from '../../certificate/extensions/subject-alt-name.ts';
import { subjectDirectoryAttributes } from '../../certificate/extensions/subject-directory-attributes.ts';
import { certificateRule } from '../certificate-rule.ts';

export const sequenceNotEmpty = certificateRule({
  name: 'rfc5280/sequence-not-empty',
  clause: 'RFC 5280 §4.2',
  // Lists of SIZE (1..MAX), and the list of extensions itself.
  check: ({ hasExtensions, extensions }) =>
    (hasExtensions && extensions.all.length === 0) || LISTS.some((form) => extensions.isEmpty(form))
      ? 'an extension, or the list of them, is an empty sequence; one element is the least'
      : undefined,
});

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
