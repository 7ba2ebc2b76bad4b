/** Extensions that a certificate may have from its request instead of its profile. */
import { authorityKeyIdentifier, basicConstraints, subjectAltName, subjectKeyIdentifier } from '@sealwright/lint';
import type { CertificateProfile, ExtensionOverride } from '../../profiles/index.ts';
import type { SharedExpectation } from './check.ts';

/** Tells whether the profile does not determine an extension's value, because the CA or end entity has its own, or a request may have replaced it. */
export function isOthers(oid: string, { profile, ownExtensions }: SharedExpectation): boolean {
  return mayReplace(oid, profile.extensionOverride) || ownExtensions.some((own) => own.oid === oid);
}

/** Tells whether a request may have replaced an extension of the profile, which then does not determine it. */
export function mayReplace(oid: string, override: ExtensionOverride | undefined): boolean {
  return !NEVER_REQUESTED.has(oid) && isMember(override?.only, oid) && !isMember(override?.never, oid);
}

/** Tells whether a request may have added an extension that the profile does not have, with any value. */
export function mayBeRequested(oid: string, { extensionOverride: override }: CertificateProfile): boolean {
  if (override === undefined || NEVER_REQUESTED.has(oid) || isMember(override.never, oid)) return false;
  return override.only === undefined || isMember(override.only, oid);
}

function isMember(set: ReadonlySet<string> | undefined, oid: string): boolean {
  return set?.has(oid) === true;
}

/** Extensions that identify the subject, its key and its issuer, and those of certificate transparency. */
const NEVER_REQUESTED: ReadonlySet<string> = new Set([
  authorityKeyIdentifier.oid,
  subjectKeyIdentifier.oid,
  basicConstraints.oid,
  subjectAltName.oid,
  '1.3.6.1.4.1.11129.2.4.2',
  '1.3.6.1.4.1.11129.2.4.3',
]);
