/** Rules on extensions that CRLs have as well. */
import { freshestCrl } from '../../certificate/extensions/crl-distribution-points.ts';
import { authorityInfoAccess } from '../../certificate/extensions/info-access.ts';
import { authorityKeyIdentifier } from '../../certificate/extensions/key-identifiers.ts';
import { issuerAltName } from '../../certificate/extensions/subject-alt-name.ts';
import type { Rule } from '../../rule.ts';
import { checkNotCritical } from '../checks/extensions.ts';
import { commonRule, type Extended } from '../common-rule.ts';

export const SHARED_EXTENSION_RULES: readonly Rule<Extended>[] = [
  commonRule<Extended>({
    name: 'rfc5280/authority-info-access-not-critical',
    clause: 'RFC 5280 §4.2.2.1',
    check: checkNotCritical(authorityInfoAccess),
  }),
  commonRule<Extended>({
    name: 'rfc5280/authority-key-identifier-not-critical',
    clause: 'RFC 5280 §4.2.1.1',
    check: checkNotCritical(authorityKeyIdentifier),
  }),
  commonRule<Extended>({
    name: 'rfc5280/authority-key-identifier-pair',
    clause: 'RFC 5280 §4.2.1.1',
    check(certificate) {
      const value = certificate.value(authorityKeyIdentifier);
      return value !== undefined && (value.issuer === undefined) !== (value.serialNumber === undefined)
        ? 'authorityKeyIdentifier has one of authorityCertIssuer and authorityCertSerialNumber; both or neither are required'
        : undefined;
    },
  }),
  commonRule<Extended>({
    name: 'rfc5280/freshest-crl-not-critical',
    clause: 'RFC 5280 §4.2.1.15',
    check: checkNotCritical(freshestCrl),
  }),
  commonRule<Extended>({
    name: 'rfc5280/issuer-alternative-name-critical',
    clause: 'RFC 5280 §4.2.1.7',
    level: 'warning',
    check: checkNotCritical(issuerAltName),
  }),
];
