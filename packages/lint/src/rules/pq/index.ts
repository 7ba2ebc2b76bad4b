/** Rules of the RFCs on post-quantum algorithms, on certificates, a file each. */
import type { CertificateRule } from '../certificate-rule.ts';
import { draftKeyAlgorithm } from './draft-key-algorithm.ts';
import { mlDsaKeySize } from './ml-dsa-key-size.ts';
import { mlDsaKeyUsage } from './ml-dsa-key-usage.ts';
import { mlDsaNotPrehashed } from './ml-dsa-not-prehashed.ts';
import { mlDsaParameters } from './ml-dsa-parameters.ts';
import { mlDsaSignatureSize } from './ml-dsa-signature-size.ts';
import { mlKemKeySize } from './ml-kem-key-size.ts';
import { mlKemKeyUsage } from './ml-kem-key-usage.ts';
import { mlKemNoSignature } from './ml-kem-no-signature.ts';
import { mlKemParameters } from './ml-kem-parameters.ts';
import { slhDsaKeySize } from './slh-dsa-key-size.ts';
import { slhDsaKeyUsage } from './slh-dsa-key-usage.ts';
import { slhDsaParameters } from './slh-dsa-parameters.ts';
import { slhDsaSignatureSize } from './slh-dsa-signature-size.ts';

export const PQ_RULES: readonly CertificateRule[] = [
  draftKeyAlgorithm,
  mlDsaKeySize,
  mlDsaKeyUsage,
  mlDsaNotPrehashed,
  mlDsaParameters,
  mlDsaSignatureSize,
  mlKemKeySize,
  mlKemKeyUsage,
  mlKemNoSignature,
  mlKemParameters,
  slhDsaKeySize,
  slhDsaKeyUsage,
  slhDsaParameters,
  slhDsaSignatureSize,
];
