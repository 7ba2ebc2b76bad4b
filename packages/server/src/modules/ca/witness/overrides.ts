/** The extensions that a certificate may have of its request instead of its profile. */
import { authorityKeyIdentifier, basicConstraints, subjectAltName, subjectKeyIdentifier } from '@sealwright/lint';
import type { CertificateProfile, ExtensionOverride } from '../../profiles/index.ts';
import type { ExpectedCertificate } from '../issuance/index.ts';

/** Returns whether the value of an extension is not the profile's to say: it is the CA's or end entity's own, or a request may have replaced it. */
export function isOthers(oid: string, { profile, ownExtensions }: ExpectedCertificate): boolean {
  return mayReplace(oid, profile.extensionOverride) || ownExtensions.some((own) => own.oid === oid);
}

/** Returns whether a request may have replaced an extension of the profile, which says nothing of it then. */
export function mayReplace(oid: string, override: ExtensionOverride | undefined): boolean {
  return !NEVER_REQUESTED.has(oid) && isMember(override?.only, oid) && !isMember(override?.never, oid);
}

/** Returns whether a request may have brought an extension that the profile does not write; its value is the request's to say. */
export function mayBeRequested(oid: string, { extensionOverride: override }: CertificateProfile): boolean {
  if (override === undefined || NEVER_REQUESTED.has(oid) || isMember(override.never, oid)) return false;
  return override.only === undefined || isMember(override.only, oid);
}

function isMember(set: ReadonlySet<string> | undefined, oid: string): boolean {
  return set?.has(oid) === true;
}

/** Extensions of who the subject is and whose keys these are, and those of certificate transparency. */
const NEVER_REQUESTED: ReadonlySet<string> = new Set([
  authorityKeyIdentifier.oid,
  subjectKeyIdentifier.oid,
  basicConstraints.oid,
  subjectAltName.oid,
  '1.3.6.1.4.1.11129.2.4.2',
  '1.3.6.1.4.1.11129.2.4.3',
]);
