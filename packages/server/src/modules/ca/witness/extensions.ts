/** Extensions of a certificate: exactly those that its documents require, with their criticality. */
import {
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoints,
  extendedKeyUsage,
  freshestCrl,
  keyUsage,
  subjectAltName,
  subjectKeyIdentifier,
} from '@sealwright/lint';
import type { CertificateProfile } from '../../profiles/index.ts';
import { addressesOf } from './addresses.ts';
import type { SharedExpectation, WitnessCheck } from './check.ts';
import { ISSUER_ALT_NAME, namesOfIssuer } from './names.ts';
import { mayBeRequested, mayReplace } from './overrides.ts';

export const extensions: WitnessCheck<SharedExpectation> = {
  name: 'profile/extensions',
  check({ extensions: { all } }, expected) {
    const wanted = wantedExtensions(expected);
    const { profile } = expected;
    for (const { oid, critical } of all) {
      const isCritical = wanted.get(oid);
      if (isCritical === undefined) {
        if (!mayBeRequested(oid, profile) && !isRequestedUsage(oid, profile))
          return `there is an extension ${oid}; by the certificate profile there is none`;
      } else if (critical !== isCritical && !mayReplace(oid, profile.extensionOverride)) {
        const [is, right] = critical ? ['critical', 'not critical'] : ['not critical', 'critical'];
        return `the extension ${oid} is ${is}; by its settings it is ${right}`;
      }
      wanted.delete(oid);
    }
    const [missing] = wanted.keys();
    return missing === undefined ? undefined : `there is no extension ${missing}; its settings want one`;
  },
};

/** Tells whether it may be the key usage of a request, because the profile lets requests choose it. */
function isRequestedUsage(oid: string, { allowKeyUsageOverride, keyUsage: usage }: CertificateProfile): boolean {
  return oid === keyUsage.oid && allowKeyUsageOverride && usage !== undefined;
}

/** Returns the extensions that the certificate should have, with their criticality. */
function wantedExtensions(expected: SharedExpectation): Map<string, boolean> {
  const { profile, alternativeNames, subject, ownExtensions } = expected;
  const wanted = new Map(profileExtensions(profile));
  if (profile.subjectAltName !== undefined && alternativeNames.length > 0)
    wanted.set(subjectAltName.oid, profile.subjectAltName.critical || subject.isEmpty);
  if (namesOfIssuer(expected) !== undefined) wanted.set(ISSUER_ALT_NAME, false);
  const { crl, freshest, ocsp, caIssuers } = addressesOf(expected);
  if (crl.length > 0) wanted.set(crlDistributionPoints.oid, profile.crlDistributionPoints!.critical);
  if (freshest.length > 0) wanted.set(freshestCrl.oid, false);
  if (ocsp.length + caIssuers.length > 0) wanted.set(authorityInfoAccess.oid, false);
  for (const { oid, critical } of ownExtensions) wanted.set(oid, critical);
  if (expected.hasAlternativeSignature) for (const oid of ALTERNATIVE_SIGNATURE) wanted.set(oid, false);
  return wanted;
}

/** Returns the extensions that every certificate of the profile has. */
function profileExtensions(profile: CertificateProfile): ReadonlyMap<string, boolean> {
  let wanted = byProfile.get(profile);
  if (wanted === undefined) {
    const { keyUsage: usage, extendedKeyUsage: purposes } = profile;
    wanted = new Map();
    if (profile.authorityKeyIdentifier) wanted.set(authorityKeyIdentifier.oid, false);
    if (profile.subjectKeyIdentifier) wanted.set(subjectKeyIdentifier.oid, false);
    if (profile.basicConstraints !== undefined) wanted.set(basicConstraints.oid, profile.basicConstraints.critical);
    if (usage !== undefined && usage.usages.length > 0) wanted.set(keyUsage.oid, usage.critical);
    if (purposes !== undefined && purposes.purposes.length > 0) wanted.set(extendedKeyUsage.oid, purposes.critical);
    for (const { oid, critical } of profile.constantExtensions) wanted.set(oid, critical);
    if (profile.privateKeyUsage !== undefined) wanted.set(PRIVATE_KEY_USAGE_PERIOD, false);
    byProfile.set(profile, wanted);
  }
  return wanted;
}

const byProfile = new WeakMap<CertificateProfile, Map<string, boolean>>();
/** PrivateKeyUsagePeriod (RFC 3280 §4.2.1.4). */
const PRIVATE_KEY_USAGE_PERIOD = '2.5.29.16';
/** altSignatureAlgorithm and altSignatureValue (X.509 §9.8). */
const ALTERNATIVE_SIGNATURE = ['2.5.29.73', '2.5.29.74'];
