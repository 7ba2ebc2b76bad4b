/** Extensions of a certificate, from its profile and its CA (RFC 5280 §4.2). */
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
  issuerAltName,
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
import type { X509CaSettings } from '../kinds/index.ts';
import { partitionUri } from '../settings/index.ts';
import { uri } from './ca-certificate-extensions.ts';
import { keyUsagesOf } from './key-usages.ts';
import { requireDemanded, withRequestedExtensions } from './requested-extensions.ts';

/** Inputs for the extensions. */
export interface ExtensionInputs {
  readonly profile: CertificateProfile;
  readonly settings: Pick<X509CaSettings, 'crl' | 'caIssuerUris' | 'ocspUris'>;
  /** CRL partition of the certificate. */
  readonly crlPartition: number;
  readonly publicKey: PublicKey;
  /** Key identifier of the signing key. */
  readonly issuerKeyIdentifier: Uint8Array;
  readonly alternativeNames: readonly GeneralName[];
  /** Alternative names of the CA that signs. */
  readonly issuerAlternativeNames: readonly GeneralName[];
  /** Extensions of a CA's own certificate, from its settings or its end entity. They replace those of the profile, and requests cannot replace them. */
  readonly ownExtensions: readonly Extension[];
  /** Extensions of the request; the profile determines which are accepted. */
  readonly requestedExtensions: readonly Extension[];
  /** Further extensions of the request, without which no certificate is issued. */
  readonly demandedExtensions: readonly Extension[];
  readonly subjectIsEmpty: boolean;
  readonly notBefore: number;
  readonly notAfter: number;
  /** Notes about who decides each extension. */
  readonly decisions?: FieldDecisions | undefined;
}

/**
 * Returns the extensions in encoding order: those of profile and CA, then those that only the request has.
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

/** Returns the memoized value for an immutable profile or key, and makes it once; it is released with its key. */
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

/** Returns the extensions that depend on profile and key algorithm only. With `decisions` they are not taken from the cache, so that each is noted. */
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
      // If the key supports none of them, an empty set is written, which lint refuses. The usual encoder cannot write one.
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

/** Returns a note about the usages of the profile that the key does not support. */
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

function names(inputs: ExtensionInputs): Extension[] {
  const { profile, alternativeNames, subjectIsEmpty, decisions } = inputs;
  if (profile.subjectAltName === undefined || alternativeNames.length === 0) return namesOfIssuer(inputs);
  decisions?.grantExtension(subjectAltName.oid, 'subjectAlternativeNameUsed');
  // With an empty subject the alternative names are the only identification, so they must be critical (RFC 5280 §4.2.1.6).
  const critical = profile.subjectAltName.critical || subjectIsEmpty;
  return [makeExtension(subjectAltName, alternativeNames, critical), ...namesOfIssuer(inputs)];
}

function namesOfIssuer({ profile, issuerAlternativeNames, decisions }: ExtensionInputs): Extension[] {
  if (!profile.issuerAltName || issuerAlternativeNames.length === 0) return [];
  decisions?.decideExtension(issuerAltName.oid, PROFILE, 'issuerAlternativeNameUsed', 'the names of the CA');
  return [makeExtension(issuerAltName, issuerAlternativeNames, false)];
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
    // Either of the two parts may come from the CA.
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
  // A period that ends after the certificate would be meaningless.
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

const PROFILE = 'certificate profile';
/** DER of `BIT STRING ''B`. */
const NO_BITS = Uint8Array.of(0x03, 0x01, 0x00);

const profileExtensions = new WeakMap<KeyAlgorithm, WeakMap<CertificateProfile, readonly Extension[]>>();
const authorityKeyIdentifiers = new WeakMap<Uint8Array, Extension>();
