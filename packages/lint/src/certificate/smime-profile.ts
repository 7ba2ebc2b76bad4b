/** Profiles of S/MIME certificates, which their policies name (S/MIME Baseline Requirements 7.1.6.1). */
import type { CertificateUnderLint } from './certificate-under-lint.ts';
import { certificatePolicies } from './extensions/certificate-policies.ts';
import { extendedKeyUsage, KeyPurpose } from './extensions/extended-key-usage.ts';
import { isSubscriber, signsOcspResponses } from './roles.ts';

export type SmimeGeneration = 'legacy' | 'multipurpose' | 'strict';

/** The kind of verification of the subject. */
export type SmimeValidation = 'mailbox' | 'organization' | 'sponsor' | 'individual';

export interface SmimeProfile {
  readonly validation: SmimeValidation;
  readonly generation: SmimeGeneration;
}

/** Returns the profiles that the policies of a certificate name. One is right. */
export function smimeProfiles(certificate: CertificateUnderLint): readonly SmimeProfile[] {
  return roleOf(certificate).profiles;
}

/** Returns a test for certificates of one of the generations, and of no CA. */
export function isOfGeneration(
  ...generations: readonly SmimeGeneration[]
): (certificate: CertificateUnderLint) => boolean {
  return (certificate) =>
    isSmimeSubscriber(certificate) &&
    smimeProfiles(certificate).some(({ generation }) => generations.includes(generation));
}

/** Returns a test for certificates of one of the kinds of validation, and of no CA. */
export function isValidatedAs(
  ...validations: readonly SmimeValidation[]
): (certificate: CertificateUnderLint) => boolean {
  return (certificate) =>
    isSmimeSubscriber(certificate) &&
    smimeProfiles(certificate).some(({ validation }) => validations.includes(validation));
}

/** Returns whether a certificate is of a subscriber: of neither a CA nor an OCSP responder. */
export function isSmimeSubscriber(certificate: CertificateUnderLint): boolean {
  return roleOf(certificate).isSubscriber;
}

interface SmimeRole {
  readonly isSubscriber: boolean;
  readonly profiles: readonly SmimeProfile[];
}

/** Nearly every rule asks, so it is read once. */
function roleOf(certificate: CertificateUnderLint): SmimeRole {
  const known = roles.get(certificate);
  if (known !== undefined) return known;
  const role = readRole(certificate);
  roles.set(certificate, role);
  return role;
}

function readRole(certificate: CertificateUnderLint): SmimeRole {
  const forMail = certificate.value(extendedKeyUsage)?.includes(KeyPurpose.emailProtection) === true;
  const policies = certificate.value(certificatePolicies) ?? [];
  return {
    isSubscriber: isSubscriber(certificate) && (forMail || !signsOcspResponses(certificate)),
    profiles: policies.flatMap(({ policy }) => SMIME_POLICIES.get(policy) ?? []),
  };
}

/** A pure memo. */
const roles = new WeakMap<CertificateUnderLint, SmimeRole>();
const VALIDATIONS: readonly SmimeValidation[] = ['mailbox', 'organization', 'sponsor', 'individual'];
const GENERATIONS: readonly SmimeGeneration[] = ['legacy', 'multipurpose', 'strict'];

/** Profiles by policy, `2.23.140.1.5.<validation>.<generation>`. */
export const SMIME_POLICIES: ReadonlyMap<string, SmimeProfile> = new Map(
  VALIDATIONS.flatMap((validation, i) =>
    GENERATIONS.map(
      (generation, j) => [`2.23.140.1.5.${i + 1}.${j + 1}`, { validation, generation }] as [string, SmimeProfile],
    ),
  ),
);
