/** Rules that hold alike for keys and signatures of each family, with the clauses of its own RFC. */
import type { PostQuantumFamily } from '../../certificate/post-quantum.ts';
import { certificateRule, type CertificateRule } from '../certificate-rule.ts';
import { checkKeySize, checkParameters, checkSignatureSize, checkSigningUsages } from '../checks/post-quantum.ts';

export const FAMILY_RULES: readonly CertificateRule[] = [
  ...signingFamilyRules('ML-DSA', '2025-10-01', {
    keySize: 'RFC 9881 §4',
    keyUsage: 'RFC 9881 §5',
    parameters: 'RFC 9881 §2',
    signatureSize: 'RFC 9881 §3',
  }),
  ...signingFamilyRules('SLH-DSA', '2025-12-01', {
    keySize: 'RFC 9909 §5',
    keyUsage: 'RFC 9909 §6',
    parameters: 'RFC 9909 §3',
    signatureSize: 'RFC 9909 §4',
  }),
  ...familyRules('ML-KEM', '2026-03-01', { keySize: 'RFC 9935 §4', parameters: 'RFC 9935 §3' }),
];

interface FamilyClauses {
  readonly keySize: string;
  readonly parameters: string;
}

interface SigningFamilyClauses extends FamilyClauses {
  readonly keyUsage: string;
  readonly signatureSize: string;
}

function familyRules(family: PostQuantumFamily, from: string, clauses: FamilyClauses): readonly CertificateRule[] {
  const set = `pq/${family.toLowerCase()}`;
  return [
    certificateRule({
      name: `${set}-key-size`,
      clause: clauses.keySize,
      from,
      check: (certificate) => checkKeySize(certificate, family),
    }),
    certificateRule({
      name: `${set}-parameters`,
      clause: clauses.parameters,
      from,
      check: (certificate) => checkParameters(certificate, family),
    }),
  ];
}

function signingFamilyRules(
  family: PostQuantumFamily,
  from: string,
  clauses: SigningFamilyClauses,
): readonly CertificateRule[] {
  const set = `pq/${family.toLowerCase()}`;
  return [
    ...familyRules(family, from, clauses),
    certificateRule({
      name: `${set}-key-usage`,
      clause: clauses.keyUsage,
      from,
      check: (certificate) => checkSigningUsages(certificate, family),
    }),
    certificateRule({
      name: `${set}-signature-size`,
      clause: clauses.signatureSize,
      from,
      check: (certificate) => checkSignatureSize(certificate, family),
    }),
  ];
}
