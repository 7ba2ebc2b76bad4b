/** Public key of a certificate: the one that was checked, with an algorithm and size that the profile allows. */
import { authorityKeyIdentifier } from '@sealwright/lint';
import { keyAlgorithmByName, namedCurves } from '@sealwright/pki';
import type { CertificateProfile } from '../../profiles/index.ts';
import { listed, sameOctets, type SharedExpectation, type WitnessCheck } from './check.ts';

export const publicKey: WitnessCheck = {
  name: 'profile/public-key',
  check({ publicKey: { element, algorithm, rsa } }, { publicKey: right, profile }) {
    if (!sameOctets(element.raw, right.der)) return 'the public key is not the one that was checked';
    const allowed = allowedKeys(profile);
    if (allowed.algorithms?.has(algorithm.oid) === false)
      return `the key is of the algorithm ${algorithm.oid}; by the certificate profile it is one of ${listed(profile.keyAlgorithms!)}`;
    if (rsa !== undefined && profile.keyBits?.has(rsa.modulusBits) === false)
      return `the key has ${rsa.modulusBits} bits; by the certificate profile it has ${listed([...profile.keyBits].map(String))}`;
    if (allowed.curves === undefined || algorithm.oid !== EC || algorithm.parameters === undefined) return undefined;
    if (allowed.curves.some((curve) => sameOctets(curve, algorithm.parameters!.content))) return undefined;
    return `the key is on another curve than ${listed(profile.curves!)}, which the certificate profile has`;
  },
};

export const issuerKey: WitnessCheck<SharedExpectation> = {
  name: 'profile/authority-key-identifier',
  check(certificate, { issuer: { keyIdentifier } }) {
    const written = certificate.value(authorityKeyIdentifier);
    if (written === undefined || sameOctets(written.keyIdentifier ?? new Uint8Array(), keyIdentifier)) return undefined;
    return "the authority key identifier is not that of the CA's key";
  },
};

/** Keys that a profile allows, in the encoding of certificates. */
interface AllowedKeys {
  readonly algorithms: ReadonlySet<string> | undefined;
  /** Content octets of the curves' object identifiers. */
  readonly curves: readonly Uint8Array[] | undefined;
}

function allowedKeys(profile: CertificateProfile): AllowedKeys {
  let allowed = byProfile.get(profile);
  if (allowed === undefined) {
    const { keyAlgorithms, curves } = profile;
    allowed = {
      algorithms: keyAlgorithms && new Set([...keyAlgorithms].map((name) => keyAlgorithmByName(name).oid)),
      curves: curves && namedCurves.filter(({ name }) => curves.has(name)).map(({ oid }) => contentOf(oid)),
    };
    byProfile.set(profile, allowed);
  }
  return allowed;
}

/** Encodes an object identifier, independently of the code that wrote the certificate (X.690 §8.19). */
function contentOf(oid: string): Uint8Array {
  const [first = 0, second = 0, ...rest] = oid.split('.').map(Number);
  return Uint8Array.from([first * 40 + second, ...rest].flatMap(base128));
}

function base128(arc: number): number[] {
  const octets = [arc & 0x7f];
  for (let left = Math.floor(arc / 128); left > 0; left = Math.floor(left / 128)) octets.unshift((left & 0x7f) | 0x80);
  return octets;
}

const byProfile = new WeakMap<CertificateProfile, AllowedKeys>();
const EC = '1.2.840.10045.2.1';
