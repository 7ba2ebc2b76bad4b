/** Rules of RFC 5280 on certificates, a file each. */
import type { CertificateRule } from '../certificate-rule.ts';
import { basicConstraintsCritical } from './basic-constraints-critical.ts';
import { extensionValue } from './extension-value.ts';
import { keyCertSignOfCa } from './key-cert-sign-of-ca.ts';
import { serialNumberLength } from './serial-number-length.ts';
import { serialNumberPositive } from './serial-number-positive.ts';

export const RFC5280_RULES: readonly CertificateRule[] = [
  basicConstraintsCritical,
  extensionValue,
  keyCertSignOfCa,
  serialNumberLength,
  serialNumberPositive,
];
