import type { PublicKey } from '@sealwright/pki';
import type { CertificateProfile } from './certificate-profile.ts';
import { KeyNotAllowedError } from '../common/index.ts';

/**
 * Checks that the profile allows certificates for `publicKey`: its algorithm, and its size or curve if it has one.
 *
 * @throws {@link KeyNotAllowedError}
 */
export function validatePublicKeyAgainstProfile(
  profile: Pick<CertificateProfile, 'keyAlgorithms' | 'keyBits' | 'curves'>,
  publicKey: Pick<PublicKey, 'algorithm' | 'bits' | 'curve'>,
): void {
  const { algorithm, bits, curve } = publicKey;
  refuseUnless(
    'availableKeyAlgorithms',
    profile.keyAlgorithms,
    algorithm.name,
    `keys of the algorithm ${algorithm.name}`,
  );
  if (algorithm.sizing === 'modulus')
    refuseUnless('availableBitLengths', profile.keyBits, bits, `${algorithm.name} keys of ${bits} bits`);
  if (algorithm.sizing === 'curve' && curve !== undefined) {
    refuseUnless('availableEllipticCurves', profile.curves, curve.name, `keys on the curve ${curve.name}`);
  }
}

function refuseUnless<T extends string | number>(
  setting: string,
  allowed: ReadonlySet<T> | undefined,
  value: T,
  what: string,
): void {
  if (allowed === undefined || allowed.has(value)) return;
  const list = [...allowed].join(', ');
  throw new KeyNotAllowedError(`The certificate profile does not allow ${what}; its ${setting}: ${list || 'none'}.`);
}
