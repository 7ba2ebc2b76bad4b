/** The extensions of a certificate, as profile and CA define them (RFC 5280 §4.2). */
import {
  ACCESS_METHODS,
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoints,
  extendedKeyUsage,
  type Extension,
  type GeneralName,
  type KeyAlgorithm,
  keyUsage,
  makeExtension,
  privateKeyUsagePeriod,
  type PublicKey,
  subjectAltName,
  subjectKeyIdentifier,
} from '@sealwright/pki';
import type { CertificateProfile, UriSource } from '../../profiles/index.ts';
import type { X509CaSettings } from '../authorities/index.ts';
import { partitionUri } from '../settings/index.ts';
import { keyUsagesOf } from './key-usages.ts';
import { requireDemanded, withRequestedExtensions } from './requested-extensions.ts';

/** Inputs that the extensions depend on. */
export interface ExtensionInputs {
  readonly profile: CertificateProfile;
  readonly settings: Pick<X509CaSettings, 'crl' | 'caIssuerUris' | 'ocspUris'>;
  /** Partition of the CRL that will list the certificate. */
  readonly crlPartition: number;
  readonly publicKey: PublicKey;
  /** The key identifier of the key that signs. */
  readonly issuerKeyIdentifier: Uint8Array;
  readonly alternativeNames: readonly GeneralName[];
  /** Extensions of a CA's own certificate, from its settings or its end entity; they replace those of the profile, and no request replaces them. */
  readonly ownExtensions: readonly Extension[];
  /** Extensions of the request; the profile says which are taken. */
  readonly requestedExtensions: readonly Extension[];
  /** The same, and there is no certificate without them. */
  readonly demandedExtensions: readonly Extension[];
  readonly subjectIsEmpty: boolean;
  readonly notBefore: number;
  readonly notAfter: number;
}

/**
 * Returns the extensions in the order in which they are written: those of profile and CA, then those that only the request has.
 *
 * @throws {@link RequestedExtensionError}
 */
export function certificateExtensions(inputs: ExtensionInputs): readonly Extension[] {
  const { ownExtensions, requestedExtensions, demandedExtensions, profile } = inputs;
  const defined = definedExtensions(inputs);
  const own = ownExtensions.length === 0 ? defined : replaced(defined, ownExtensions);
  const fixed = new Set(ownExtensions.map(({ oid }) => oid));
  const requested = [...requestedExtensions, ...demandedExtensions].filter(({ oid }) => !fixed.has(oid));
  const all = withRequestedExtensions(own, requested, profile);
  requireDemanded(all, demandedExtensions);
  return all;
}

function replaced(defined: readonly Extension[], own: readonly Extension[]): Extension[] {
  const replacing = new Set(own.map(({ oid }) => oid));
  return [...defined.filter(({ oid }) => !replacing.has(oid)), ...own];
}

function definedExtensions(inputs: ExtensionInputs): Extension[] {
  const { profile, publicKey, issuerKeyIdentifier } = inputs;
  const extensions: Extension[] = [];
  if (profile.authorityKeyIdentifier) {
    extensions.push(once(authorityKeyIdentifiers, issuerKeyIdentifier, authorityKeyIdentifierOf));
  }
  if (profile.subjectKeyIdentifier) {
    extensions.push(makeExtension(subjectKeyIdentifier, publicKey.keyIdentifier, false));
  }
  const ofAlgorithm = once(profileExtensions, publicKey.algorithm, () => new WeakMap());
  extensions.push(...once(ofAlgorithm, profile, () => ofProfile(profile, publicKey.algorithm)));
  extensions.push(...names(inputs), ...locations(inputs));
  extensions.push(...profile.constantExtensions, ...keyPeriod(inputs));
  return extensions;
}

/** Encodes once what profile and key make the same in every certificate: both are immutable, and forgotten with what is kept. */
function once<K extends WeakKey, V>(memo: WeakMap<K, V>, key: K, make: (key: K) => V): V {
  let value = memo.get(key);
  if (value === undefined) {
    value = make(key);
    memo.set(key, value);
  }
  return value;
}

function authorityKeyIdentifierOf(keyIdentifier: Uint8Array): Extension {
  return makeExtension(authorityKeyIdentifier, { keyIdentifier }, false);
}

function ofProfile(profile: CertificateProfile, algorithm: KeyAlgorithm): readonly Extension[] {
  return [...constraints(profile), ...usages(profile, algorithm)];
}

function constraints({ type, basicConstraints: settings }: CertificateProfile): Extension[] {
  if (settings === undefined) return [];
  const { critical, pathLength } = settings;
  if (type === 'END_ENTITY') return [makeExtension(basicConstraints, { ca: false }, critical)];
  return [makeExtension(basicConstraints, { ca: true, ...(pathLength === undefined ? {} : { pathLength }) }, critical)];
}

function usages(profile: CertificateProfile, algorithm: KeyAlgorithm): Extension[] {
  const extensions: Extension[] = [];
  if (profile.keyUsage !== undefined && profile.keyUsage.usages.length > 0) {
    // Where the key can have none of them, an empty set stands here, which lint refuses.
    const fitting = keyUsagesOf(algorithm, profile.keyUsage.usages);
    extensions.push(makeExtension(keyUsage, new Set(fitting), profile.keyUsage.critical));
  }
  if (profile.extendedKeyUsage !== undefined && profile.extendedKeyUsage.purposes.length > 0) {
    extensions.push(
      makeExtension(extendedKeyUsage, profile.extendedKeyUsage.purposes, profile.extendedKeyUsage.critical),
    );
  }
  return extensions;
}

function names({ profile, alternativeNames, subjectIsEmpty }: ExtensionInputs): Extension[] {
  if (profile.subjectAltName === undefined || alternativeNames.length === 0) return [];
  // Without a subject the alternative names are all there is, so they must be understood (RFC 5280 §4.2.1.6).
  return [makeExtension(subjectAltName, alternativeNames, profile.subjectAltName.critical || subjectIsEmpty)];
}

function locations({ profile, settings, crlPartition }: ExtensionInputs): Extension[] {
  const extensions: Extension[] = [];
  const points =
    profile.crlDistributionPoints &&
    urisOf(
      profile.crlDistributionPoints.source,
      settings.crl.distributionPoints.map((text) => partitionUri(text, crlPartition)),
    );
  if (points !== undefined && points.length > 0) {
    const value = [{ distributionPoint: { type: 'fullName' as const, names: points.map(uri) } }];
    extensions.push(makeExtension(crlDistributionPoints, value, profile.crlDistributionPoints!.critical));
  }
  if (profile.authorityInfoAccess !== undefined) {
    const { ocsp, caIssuers } = profile.authorityInfoAccess;
    const descriptions = [
      ...urisOf(ocsp, settings.ocspUris).map((text) => ({
        accessMethod: ACCESS_METHODS.ocsp,
        accessLocation: uri(text),
      })),
      ...urisOf(caIssuers, settings.caIssuerUris).map((text) => ({
        accessMethod: ACCESS_METHODS.caIssuers,
        accessLocation: uri(text),
      })),
    ];
    if (descriptions.length > 0) extensions.push(makeExtension(authorityInfoAccess, descriptions, false));
  }
  return extensions;
}

function keyPeriod({ profile, notBefore, notAfter }: ExtensionInputs): Extension[] {
  if (profile.privateKeyUsage === undefined) return [];
  const { startOffset, lifetime } = profile.privateKeyUsage;
  const start = startOffset === undefined ? undefined : notBefore + startOffset;
  // A key that may sign for longer than its certificate lasts would say nothing.
  const end = lifetime === undefined ? undefined : Math.min((start ?? notBefore) + lifetime, notAfter);
  const value = {
    ...(start === undefined ? {} : { notBefore: start }),
    ...(end === undefined ? {} : { notAfter: end }),
  };
  return [makeExtension(privateKeyUsagePeriod, value, false)];
}

function urisOf(source: UriSource, ofCa: readonly string[]): readonly string[] {
  return source.from === 'ca' ? ofCa : source.uris;
}

function uri(text: string): GeneralName {
  return { type: 'uniformResourceIdentifier', value: text };
}

const profileExtensions = new WeakMap<KeyAlgorithm, WeakMap<CertificateProfile, readonly Extension[]>>();
const authorityKeyIdentifiers = new WeakMap<Uint8Array, Extension>();
