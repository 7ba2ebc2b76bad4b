/** The extensions of a certificate, as profile and CA define them (RFC 5280 §4.2). */
import {
  ACCESS_METHODS,
  authorityInfoAccess,
  authorityKeyIdentifier,
  basicConstraints,
  crlDistributionPoints,
  extendedKeyUsage,
  type Extension,
  freshestCrl,
  type GeneralName,
  type KeyAlgorithm,
  keyUsage,
  type KeyUsage,
  makeExtension,
  privateKeyUsagePeriod,
  type PublicKey,
  subjectAltName,
  subjectKeyIdentifier,
} from '@sealwright/pki';
import type { CertificateProfile, Decider, FieldDecisions, UriSource } from '../../profiles/index.ts';
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
  /** Notes on who decides each extension. */
  readonly decisions?: FieldDecisions | undefined;
}

/**
 * Returns the extensions in the order in which they are written: those of profile and CA, then those that only the request has.
 *
 * @throws {@link RequestedExtensionError}
 */
export function certificateExtensions(inputs: ExtensionInputs): readonly Extension[] {
  const { ownExtensions, requestedExtensions, demandedExtensions, profile, decisions } = inputs;
  const defined = definedExtensions(inputs);
  const own = ownExtensions.length === 0 ? defined : replaced(defined, ownExtensions);
  const fixed = new Set(ownExtensions.map(({ oid }) => oid));
  for (const oid of fixed) decisions?.decideExtension(oid, 'end entity');
  const requested = [...requestedExtensions, ...demandedExtensions].filter(({ oid }) => !fixed.has(oid));
  const all = withRequestedExtensions(own, requested, profile, decisions);
  requireDemanded(all, demandedExtensions);
  return all;
}

function replaced(defined: readonly Extension[], own: readonly Extension[]): Extension[] {
  const replacing = new Set(own.map(({ oid }) => oid));
  return [...defined.filter(({ oid }) => !replacing.has(oid)), ...own];
}

function definedExtensions(inputs: ExtensionInputs): Extension[] {
  const { profile, publicKey, issuerKeyIdentifier, decisions } = inputs;
  const extensions: Extension[] = [];
  if (profile.authorityKeyIdentifier) {
    extensions.push(once(authorityKeyIdentifiers, issuerKeyIdentifier, authorityKeyIdentifierOf));
    const because = "that of the CA's key";
    decisions?.decideExtension(authorityKeyIdentifier.oid, PROFILE, 'authorityKeyIdentifierUsed', because);
  }
  if (profile.subjectKeyIdentifier) {
    extensions.push(makeExtension(subjectKeyIdentifier, publicKey.keyIdentifier, false));
    const because = 'the SHA-1 of the key (RFC 5280 §4.2.1.2)';
    decisions?.decideExtension(subjectKeyIdentifier.oid, PROFILE, 'subjectKeyIdentifierUsed', because);
  }
  extensions.push(...ofProfileAndKey(profile, publicKey.algorithm, decisions));
  extensions.push(...names(inputs), ...locations(inputs));
  extensions.push(...profile.constantExtensions, ...keyPeriod(inputs));
  for (const { oid, setting } of profile.constantExtensions) decisions?.decideExtension(oid, PROFILE, setting);
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

/** Where somebody wants to know who decides them, they are made anew. */
function ofProfileAndKey(
  profile: CertificateProfile,
  algorithm: KeyAlgorithm,
  decisions: FieldDecisions | undefined,
): readonly Extension[] {
  const make = () => [...constraints(profile, decisions), ...usages(profile, algorithm, decisions)];
  if (decisions !== undefined) return make();
  return once(
    once(profileExtensions, algorithm, () => new WeakMap()),
    profile,
    make,
  );
}

function constraints(
  { type, basicConstraints: settings }: CertificateProfile,
  decisions: FieldDecisions | undefined,
): Extension[] {
  if (settings === undefined) return [];
  const { critical, pathLength } = settings;
  decisions?.decideExtension(basicConstraints.oid, PROFILE, 'basicConstraintsUsed', `its type is ${type}`);
  if (type === 'END_ENTITY') return [makeExtension(basicConstraints, { ca: false }, critical)];
  return [makeExtension(basicConstraints, { ca: true, ...(pathLength === undefined ? {} : { pathLength }) }, critical)];
}

function usages(
  profile: CertificateProfile,
  algorithm: KeyAlgorithm,
  decisions: FieldDecisions | undefined,
): Extension[] {
  const extensions: Extension[] = [];
  if (profile.keyUsage !== undefined && profile.keyUsage.usages.length > 0) {
    const fitting = keyUsagesOf(algorithm, profile.keyUsage.usages);
    const { critical } = profile.keyUsage;
    extensions.push(
      // Where the key can have none of them, an empty set stands here, which lint refuses. No encoder writes one.
      fitting.length === 0
        ? { oid: keyUsage.oid, critical, value: NO_BITS }
        : makeExtension(keyUsage, new Set(fitting), critical),
    );
    decisions?.decideExtension(
      keyUsage.oid,
      PROFILE,
      'keyUsage',
      unfitting(algorithm, fitting, profile.keyUsage.usages),
    );
  }
  if (profile.extendedKeyUsage !== undefined && profile.extendedKeyUsage.purposes.length > 0) {
    extensions.push(
      makeExtension(extendedKeyUsage, profile.extendedKeyUsage.purposes, profile.extendedKeyUsage.critical),
    );
    decisions?.decideExtension(extendedKeyUsage.oid, PROFILE, 'extendedKeyUsage');
  }
  return extensions;
}

/** Says which usages of the profile the key cannot have. */
function unfitting(
  algorithm: KeyAlgorithm,
  fitting: readonly KeyUsage[],
  usages: readonly KeyUsage[],
): string | undefined {
  const without = usages.filter((usage) => !fitting.includes(usage));
  return without.length === 0
    ? undefined
    : `without ${without.join(', ')}, which keys of ${algorithm.name} cannot have`;
}

function names({ profile, alternativeNames, subjectIsEmpty, decisions }: ExtensionInputs): Extension[] {
  if (profile.subjectAltName === undefined || alternativeNames.length === 0) return [];
  decisions?.grantExtension(subjectAltName.oid, 'subjectAlternativeNameUsed');
  // Without a subject the alternative names are all there is, so they must be understood (RFC 5280 §4.2.1.6).
  return [makeExtension(subjectAltName, alternativeNames, profile.subjectAltName.critical || subjectIsEmpty)];
}

function locations({ profile, settings, crlPartition, decisions }: ExtensionInputs): Extension[] {
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
    decisions?.decideExtension(crlDistributionPoints.oid, ...pointsDecidedBy(profile, crlPartition));
  }
  const fresh =
    profile.freshestCrl &&
    urisOf(
      profile.freshestCrl,
      settings.crl.freshestUris.map((text) => partitionUri(text, crlPartition)),
    );
  if (fresh !== undefined && fresh.length > 0) {
    const value = [{ distributionPoint: { type: 'fullName' as const, names: fresh.map(uri) } }];
    extensions.push(makeExtension(freshestCrl, value, false));
    const ofCa = profile.freshestCrl?.from === 'ca' ? 'with the URLs of the CA' : undefined;
    decisions?.decideExtension(freshestCrl.oid, PROFILE, 'freshestCrlUsed', ofCa);
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
    // Of both parts each may be the CA's.
    const ofCa = [ocsp, caIssuers].some(({ from }) => from === 'ca');
    decisions?.decideExtension(
      authorityInfoAccess.oid,
      PROFILE,
      'authorityInformationAccessUsed',
      ofCa ? 'with the URLs of the CA' : undefined,
    );
  }
  return extensions;
}

function pointsDecidedBy(
  { crlDistributionPoints: points }: CertificateProfile,
  partition: number,
): [by: Decider, setting: string, because?: string] {
  if (points?.source.from === 'profile') return [PROFILE, 'crlDistributionPointUri'];
  const chosen =
    partition === 0 ? '' : `; the partition ${partition} is chosen at random; the enrollment chooses again`;
  return [
    'CA',
    'crlDistributionPoints',
    `the certificate profile leaves it to the CA by crlUseCaDefinedSettings${chosen}`,
  ];
}

function keyPeriod({ profile, notBefore, notAfter, decisions }: ExtensionInputs): Extension[] {
  if (profile.privateKeyUsage === undefined) return [];
  decisions?.decideExtension(privateKeyUsagePeriod.oid, PROFILE, 'privateKeyUsagePeriodLength');
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

const PROFILE = 'certificate profile';
/** `BIT STRING ''B`. */
const NO_BITS = Uint8Array.of(0x03, 0x01, 0x00);

const profileExtensions = new WeakMap<KeyAlgorithm, WeakMap<CertificateProfile, readonly Extension[]>>();
const authorityKeyIdentifiers = new WeakMap<Uint8Array, Extension>();
