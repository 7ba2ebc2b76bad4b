/** Rules on basicConstraints. */
import { basicConstraints } from '../../certificate/extensions/basic-constraints.ts';
import { keyUsage } from '../../certificate/extensions/key-usage.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';

export const BASIC_CONSTRAINT_RULES: readonly CertificateRule[] = [
  certificateRule({
    name: 'rfc5280/basic-constraints-critical',
    clause: 'RFC 5280 §4.2.1.9',
    appliesTo: ({ isCa }) => isCa,
    check: (certificate) =>
      certificate.extension(basicConstraints)?.critical === false
        ? 'basicConstraints of a CA is not critical'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/ca-without-key-cert-sign',
    clause: 'RFC 5280 §4.2.1.9',
    level: 'warning',
    appliesTo: ({ isCa }) => isCa,
    check: (certificate) =>
      certificate.value(keyUsage)?.usages.has('keyCertSign') === false
        ? 'basicConstraints has cA, and keyUsage is without keyCertSign'
        : undefined,
  }),
  certificateRule({
    name: 'rfc5280/path-length-not-negative',
    clause: 'RFC 5280 §4.2.1.9',
    check(certificate) {
      const pathLength = certificate.value(basicConstraints)?.pathLength;
      return pathLength !== undefined && pathLength < 0 ? `pathLenConstraint is ${pathLength}` : undefined;
    },
  }),
  certificateRule({
    name: 'rfc5280/path-length-of-ca',
    clause: 'RFC 5280 §4.2.1.9',
    check(certificate) {
      const value = certificate.value(basicConstraints);
      if (value?.pathLength === undefined) return undefined;
      if (!value.ca) return 'basicConstraints has a pathLenConstraint without cA';
      const usages = certificate.value(keyUsage)?.usages;
      return usages !== undefined && !usages.has('keyCertSign')
        ? 'basicConstraints has a pathLenConstraint, and keyUsage is without keyCertSign'
        : undefined;
    },
  }),
];
