/** Requested extensions, and those of them that go into the certificate. */
import {
  authorityKeyIdentifier,
  basicConstraints,
  compareBytes,
  DerError,
  type Extension,
  findExtension,
  keyUsage,
  type KeyUsage,
  knownExtension,
  type Oid,
  PkiError,
  precertificatePoison,
  readDer,
  sctList,
  subjectAltName,
  subjectKeyIdentifier,
} from '@sealwright/pki';
import type { CertificateProfile, ExtensionOverride, FieldDecisions } from '../../profiles/index.ts';
import { RequestedExtensionError } from './errors.ts';

type Overrides = Pick<CertificateProfile, 'type' | 'extensionOverride' | 'allowKeyUsageOverride' | 'keyUsage'>;

/**
 * Returns the extensions of the certificate: `own`, from profile and CA, and those of `requested` that the profile allows to be added or to replace
 * them.
 *
 * - `extensionOverride` allows extensions that `own` does not have. Those that it has are replaced only if the profile lists them as overridable.
 * - `allowKeyUsageOverride` lets the request choose the key usages if the profile has any; the profile determines their criticality.
 * - A request never determines the identity of the subject and the keys: key identifiers, basic constraints and the extensions of certificate
 *    transparency are not accepted, and alternative names come with the end entity, whose profile checks them.
 *
 * Other extensions are ignored, as is usual for CAs.
 *
 * @param decisions - notes about accepted extensions
 * @throws {@link RequestedExtensionError} if the value of an accepted extension does not match its type, or would make a CA of an end entity
 */
export function withRequestedExtensions(
  own: readonly Extension[],
  requested: readonly Extension[],
  profile: Overrides,
  decisions?: FieldDecisions,
): readonly Extension[] {
  if (requested.length === 0 || (profile.extensionOverride === undefined && !profile.allowKeyUsageOverride)) return own;
  const defined = new Set(own.map(({ oid }) => oid));
  const taken = requested.filter(({ oid }) => isAllowed(oid, defined.has(oid), profile.extensionOverride));
  const byOid = new Map(taken.map((extension) => [extension.oid, extension]));
  const usage = requestedKeyUsage(requested, profile);
  for (const oid of byOid.keys()) decisions?.grantExtension(oid, 'allowExtensionOverride');
  if (usage !== undefined) {
    byOid.set(usage.oid, usage);
    decisions?.grantExtension(usage.oid, 'allowKeyUsageOverride');
  }
  for (const extension of byOid.values()) requireSound(extension, profile);
  const replaced = own.map((extension) => byOid.get(extension.oid) ?? extension);
  return [...replaced, ...[...byOid.values()].filter(({ oid }) => !defined.has(oid))];
}

/**
 * Requires that the certificate has the extensions that its request demands.
 *
 * @param all - extensions of the certificate
 * @throws {@link RequestedExtensionError}
 */
export function requireDemanded(all: readonly Extension[], demanded: readonly Extension[]): void {
  for (const { oid, value } of demanded) {
    const found = all.find((extension) => extension.oid === oid);
    if (found !== undefined && compareBytes(found.value, value) === 0) continue;
    const problem =
      'is not let in by the certificate profile (allowExtensionOverride); have it changed, or leave it out';
    throw new RequestedExtensionError(`${nameOf(oid)} ${problem}.`);
  }
}

function isAllowed(oid: Oid, isDefined: boolean, override: ExtensionOverride | undefined): boolean {
  if (override === undefined || NEVER.has(oid) || override.never.has(oid)) return false;
  return override.only === undefined ? !isDefined : override.only.has(oid);
}

function requestedKeyUsage(requested: readonly Extension[], profile: Overrides): Extension | undefined {
  if (!profile.allowKeyUsageOverride || profile.keyUsage === undefined) return undefined;
  const asked = requested.find(({ oid }) => oid === keyUsage.oid);
  return asked && { ...asked, critical: profile.keyUsage.critical };
}

function requireSound(extension: Extension, profile: Overrides): void {
  const type = knownExtension(extension.oid);
  try {
    if (type === undefined) readDer(extension.value, (reader) => reader.readAny());
    else type.decode(extension.value);
  } catch (error) {
    throw notWhatItSays(extension, error);
  }
  if (extension.oid === keyUsage.oid) requireUsages(usagesOf(extension), profile);
}

function requireUsages(usages: ReadonlySet<KeyUsage>, { type }: Overrides): void {
  if (usages.size === 0) throw new RequestedExtensionError('keyUsage is there and names no usage (RFC 5280 §4.2.1.3)');
  if (type === 'END_ENTITY' && usages.has('keyCertSign')) {
    throw new RequestedExtensionError('keyUsage asks for keyCertSign, which only a CA may have (RFC 5280 §4.2.1.9)');
  }
}

function usagesOf(extension: Extension): ReadonlySet<KeyUsage> {
  try {
    return findExtension([extension], keyUsage)!;
  } catch (error) {
    throw notWhatItSays(extension, error);
  }
}

function notWhatItSays({ oid }: Extension, error: unknown): unknown {
  if (!(error instanceof PkiError)) return error;
  const where = error instanceof DerError ? 'is not in DER' : 'is not what its type says';
  return new RequestedExtensionError(`${nameOf(oid)} ${where}: ${error.message}`, { cause: error });
}

function nameOf(oid: Oid): string {
  const name = knownExtension(oid)?.name;
  return name === undefined ? oid : `${name} (${oid})`;
}

/** Extensions that requests cannot determine, whatever a profile lists. */
const NEVER: ReadonlySet<Oid> = new Set([
  authorityKeyIdentifier.oid,
  subjectKeyIdentifier.oid,
  basicConstraints.oid,
  subjectAltName.oid,
  precertificatePoison.oid,
  sctList.oid,
]);
