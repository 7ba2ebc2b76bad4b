/** Key pairs that can be generated: algorithm and size or curve, read by the table of key algorithms. */
import {
  AlgorithmError,
  curveByName,
  type KeyAlgorithm,
  keyAlgorithmByName,
  keyAlgorithms,
  type KeySizing,
  keySpecification,
  type NamedCurve,
} from '@sealwright/pki';
import { shortened } from '../../kernel/text/shortened.ts';
import type { KeyPairRequest, KeyUsage } from './crypto-token.ts';
import { UnsupportedKeyError } from './errors.ts';

/** A key pair that can be made: what was asked for, checked and in the tables' own words. */
export interface KeyPlan {
  readonly algorithm: KeyAlgorithm;
  /** As `keySpecification` of `@sealwright/pki` writes it. */
  readonly specification: string;
  /** Size of the modulus, of the curve's field, or of the algorithm's keys, as `PublicKey` has it. */
  readonly bits: number;
  /** Undefined where the algorithm has no choice of curves. */
  readonly curve: NamedCurve | undefined;
  /** Options of `generateKeyPair` of `node:crypto`. */
  readonly options: { readonly modulusLength?: number; readonly namedCurve?: string };
}

/** A new key pair. The one who has it overwrites `privateKey`. */
export interface NewKeyPair {
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** DER PKCS#8. */
  readonly privateKey: Uint8Array;
}

/**
 * Checks what is asked for.
 *
 * @throws {@link UnsupportedKeyError}
 */
export function planKeyPair({ algorithm: name, specification, keyUsage }: Omit<KeyPairRequest, 'alias'>): KeyPlan {
  const algorithm = findAlgorithm(name, specification);
  checkUsage(algorithm, keyUsage);
  return PLANS[algorithm.sizing](algorithm, specification.trim());
}

function modulusPlan(algorithm: KeyAlgorithm, wanted: string): KeyPlan {
  const modulusLength = /^\d{1,5}$/.test(wanted) ? Number(wanted) : 0;
  if (modulusLength < MIN_MODULUS || modulusLength > MAX_MODULUS || modulusLength % 8 !== 0) {
    throw unsupported(algorithm, wanted, `a size from ${MIN_MODULUS} to ${MAX_MODULUS} bits, a multiple of 8`);
  }
  return {
    algorithm,
    specification: keySpecification(algorithm, modulusLength, undefined),
    bits: modulusLength,
    curve: undefined,
    options: { modulusLength },
  };
}

function curvePlan(algorithm: KeyAlgorithm, wanted: string): KeyPlan {
  const curve = findCurve(wanted);
  const specification = keySpecification(algorithm, curve.bits, curve);
  return { algorithm, specification, bits: curve.bits, curve, options: { namedCurve: curve.nodeName } };
}

function fixedPlan(algorithm: KeyAlgorithm, wanted: string): KeyPlan {
  if (wanted !== '' && wanted.toUpperCase() !== algorithm.name.toUpperCase()) {
    throw unsupported(algorithm, wanted, `nothing, or '${algorithm.name}' again`);
  }
  return { algorithm, specification: algorithm.name, bits: algorithm.fixed!.bits, curve: undefined, options: {} };
}

/** A family such as `ML-DSA` or `EdDSA` leaves its members to the specification. */
function findAlgorithm(name: string, specification: string): KeyAlgorithm {
  const [family = '', wanted = ''] = [name, specification].map((text) => text.trim().toUpperCase());
  const members = membersOf(family);
  const member = members.find((one) => one.name.toUpperCase() === wanted);
  if (member !== undefined) return member;
  if (members.length > 0) {
    const right = members.map((one) => one.name).join(', ');
    throw new UnsupportedKeyError(
      'specification',
      `The key specification '${shortened(specification, 50)}' is not supported: ${name.trim()} is one of ${right}.`,
    );
  }
  let algorithm: KeyAlgorithm;
  try {
    algorithm = keyAlgorithmByName(name.trim());
  } catch (cause) {
    if (!(cause instanceof AlgorithmError)) throw cause;
    throw new UnsupportedKeyError('algorithm', `The key algorithm is not supported: ${cause.message}.`, { cause });
  }
  if (algorithm.generates) return algorithm;
  throw new UnsupportedKeyError('algorithm', `New ${algorithm.name} keys are not made here.`);
}

/** Lists the algorithms of a family, in capitals, that new keys can have; none when `family` is the name of an algorithm itself. */
function membersOf(family: string): readonly KeyAlgorithm[] {
  const start = family === 'EDDSA' ? 'ED' : `${family}-`;
  return keyAlgorithms.filter(({ name, generates }) => generates && name.toUpperCase().startsWith(start));
}

function findCurve(name: string): NamedCurve {
  try {
    return curveByName(name);
  } catch (cause) {
    if (!(cause instanceof AlgorithmError)) throw cause;
    throw new UnsupportedKeyError('specification', `The key specification is not supported: ${cause.message}.`, {
      cause,
    });
  }
}

/** A key that could do nothing is not made. */
function checkUsage(algorithm: KeyAlgorithm, usage: KeyUsage | undefined): void {
  const onlySigns = algorithm.signs && algorithm.sizing === 'fixed';
  const refused =
    (onlySigns && usage !== undefined && usage !== 'SIGN') ||
    (!algorithm.signs && usage !== undefined && usage !== 'ENCRYPT');
  if (!refused) return;
  throw new UnsupportedKeyError(
    'algorithm',
    `${algorithm.name} keys ${onlySigns ? 'only sign' : 'do not sign'}: the key usage ${usage} is not possible.`,
  );
}

function unsupported({ name }: KeyAlgorithm, given: string, right: string): UnsupportedKeyError {
  return new UnsupportedKeyError(
    'specification',
    `The key specification '${shortened(given, 50)}' is not supported: a key of ${name} takes ${right}.`,
  );
}

/** Below is broken soon (NIST SP 800-131A); above takes minutes to make, and a thread of the pool with it. */
const MIN_MODULUS = 2048;
const MAX_MODULUS = 8192;
const PLANS: Record<KeySizing, (algorithm: KeyAlgorithm, wanted: string) => KeyPlan> = {
  modulus: modulusPlan,
  curve: curvePlan,
  fixed: fixedPlan,
};
