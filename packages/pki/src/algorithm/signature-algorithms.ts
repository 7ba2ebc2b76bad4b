/**
 * The signature algorithms, in one table: certificates, CRLs, requests, CMS, OCSP and time-stamps all take them from here.
 *
 * The names are EJBCA's texts, because profiles and workers store them; they are found in any case, since its siblings
 * spell the same algorithm `SHA256withRSA`.
 */
import { constants } from 'node:crypto';

import { compareBytes, type Der, oid, type Oid, readDer } from '../der/index.ts';
import {
  type AlgorithmIdentifier,
  encodeAlgorithmIdentifier,
  isNull,
  NULL_PARAMETERS,
  readAlgorithmIdentifier,
} from './algorithm-identifier.ts';
import { excerpt } from '../excerpt.ts';
import { AlgorithmError } from './errors.ts';
import { type HashAlgorithm, hashAlgorithmByName, type HashAlgorithmName } from './hash-algorithms.ts';
import { type KeyAlgorithm, keyAlgorithmByName, type KeyAlgorithmName, keyAlgorithms } from './key-algorithms.ts';
import { decodePssParameters, encodePssParameters } from './pss-parameters.ts';

export interface SignatureAlgorithm {
  /** `SHA256WithRSA`, `SHA384withECDSA`, `Ed25519`, `ML-DSA-65`, ... */
  readonly name: string;
  readonly oid: Oid;
  /** The AlgorithmIdentifier, exactly as it is written. */
  readonly der: Der<'AlgorithmIdentifier'>;
  /** The hash that the message goes through first; undefined when the algorithm takes the message itself. */
  readonly hash: HashAlgorithm | undefined;
  /** Algorithm of the key that signs. PSS also takes a key that is bound to it: {@link signsWith}. */
  readonly keyAlgorithm: KeyAlgorithm;
  readonly node: NodeSigning;
  /** The PKCS#11 mechanism that takes the message itself. */
  readonly pkcs11Mechanism: string;
  /** The PKCS#11 mechanism that takes its hash; undefined when there is none. `CKM_RSA_PKCS` takes it within a DigestInfo. */
  readonly pkcs11HashMechanism: string | undefined;
  /** Rests on MD5 or SHA-1: verified where history asks for it, refused for new signatures. */
  readonly weak: boolean;
}

/** Arguments for `sign` and `verify` of `node:crypto`. */
export interface NodeSigning {
  /** Null when the algorithm hashes on its own. */
  readonly digest: string | null;
  /** Beside the key: padding and salt of RSA, the form of ECDSA and DSA signatures. */
  readonly options: {
    readonly padding?: number;
    readonly saltLength?: number;
    readonly dsaEncoding?: 'der';
  };
}

/** id-RSASSA-PSS: the hash stands in the parameters. */
const PSS_OID: Oid = oid('1.2.840.113549.1.1.10');

export const signatureAlgorithms: readonly SignatureAlgorithm[] = [
  pkcs1('MD5WithRSA', '1.2.840.113549.1.1.4', 'MD5'),
  pkcs1('SHA1WithRSA', '1.2.840.113549.1.1.5', 'SHA-1'),
  pkcs1('SHA224WithRSA', '1.2.840.113549.1.1.14', 'SHA-224'),
  pkcs1('SHA256WithRSA', '1.2.840.113549.1.1.11', 'SHA-256'),
  pkcs1('SHA384WithRSA', '1.2.840.113549.1.1.12', 'SHA-384'),
  pkcs1('SHA512WithRSA', '1.2.840.113549.1.1.13', 'SHA-512'),
  pkcs1('SHA3-224withRSA', '2.16.840.1.101.3.4.3.13', 'SHA3-224'),
  pkcs1('SHA3-256withRSA', '2.16.840.1.101.3.4.3.14', 'SHA3-256'),
  pkcs1('SHA3-384withRSA', '2.16.840.1.101.3.4.3.15', 'SHA3-384'),
  pkcs1('SHA3-512withRSA', '2.16.840.1.101.3.4.3.16', 'SHA3-512'),
  pss('SHA1withRSAandMGF1', 'SHA-1'),
  pss('SHA224withRSAandMGF1', 'SHA-224'),
  pss('SHA256withRSAandMGF1', 'SHA-256'),
  pss('SHA384withRSAandMGF1', 'SHA-384'),
  pss('SHA512withRSAandMGF1', 'SHA-512'),
  ecdsa('SHA1withECDSA', '1.2.840.10045.4.1', 'SHA-1'),
  ecdsa('SHA224withECDSA', '1.2.840.10045.4.3.1', 'SHA-224'),
  ecdsa('SHA256withECDSA', '1.2.840.10045.4.3.2', 'SHA-256'),
  ecdsa('SHA384withECDSA', '1.2.840.10045.4.3.3', 'SHA-384'),
  ecdsa('SHA512withECDSA', '1.2.840.10045.4.3.4', 'SHA-512'),
  ecdsa('SHA3-224withECDSA', '2.16.840.1.101.3.4.3.9', 'SHA3-224'),
  ecdsa('SHA3-256withECDSA', '2.16.840.1.101.3.4.3.10', 'SHA3-256'),
  ecdsa('SHA3-384withECDSA', '2.16.840.1.101.3.4.3.11', 'SHA3-384'),
  ecdsa('SHA3-512withECDSA', '2.16.840.1.101.3.4.3.12', 'SHA3-512'),
  dsa('SHA1WithDSA', '1.2.840.10040.4.3', 'SHA-1'),
  dsa('SHA224WithDSA', '2.16.840.1.101.3.4.3.1', 'SHA-224'),
  dsa('SHA256WithDSA', '2.16.840.1.101.3.4.3.2', 'SHA-256'),
  dsa('SHA384WithDSA', '2.16.840.1.101.3.4.3.3', 'SHA-384'),
  dsa('SHA512WithDSA', '2.16.840.1.101.3.4.3.4', 'SHA-512'),
  // EdDSA, ML-DSA and SLH-DSA: the key's own identifier is that of the signature too (RFC 8410 §3, RFC 9881, RFC 9909).
  ...keyAlgorithms.filter(({ signs, sizing }) => signs && sizing === 'fixed').map(sameAsKey),
];

/**
 * The signature algorithm called `name`, in any case.
 *
 * @throws {@link AlgorithmError} `algorithm.unknown`
 */
export function signatureAlgorithmByName(name: string): SignatureAlgorithm {
  const found = byName.get(name.toLowerCase());
  if (found === undefined)
    throw new AlgorithmError('algorithm.unknown', `no signature algorithm is called '${excerpt(name)}'`);
  return found;
}

/**
 * The signature algorithm that an AlgorithmIdentifier names.
 *
 * RSA without its NULL is understood, as RFC 4055 §5 demands, and so is a NULL where parameters must be absent, which old
 * software wrote. PSS parameters are compared by value; for a salt of another length than the hash the result is the entry of
 * that hash with `der` and `saltLength` exchanged.
 *
 * @throws {DerError} when `der` is not an AlgorithmIdentifier
 * @throws {@link AlgorithmError} `algorithm.unknown`, or `algorithm.bad_parameters` for parameters that do not belong to it
 */
export function signatureAlgorithmOf(der: Uint8Array): SignatureAlgorithm {
  const identifier = readDer(der, readAlgorithmIdentifier);
  if (identifier.oid === PSS_OID) return pssOf(identifier);
  const found = byOid.get(identifier.oid);
  if (found === undefined) {
    throw new AlgorithmError('algorithm.unknown', `${identifier.oid} is not a known signature algorithm`);
  }
  if (identifier.parameters !== undefined && !isNull(identifier.parameters)) {
    throw new AlgorithmError('algorithm.bad_parameters', `${found.name} has parameters; it takes none`);
  }
  return found;
}

/**
 * The algorithm that a key signs with unless another is asked for. For ECDSA: the smallest SHA-2 hash as strong as the curve.
 *
 * @param bits - size of the curve's field; looked at for ECDSA only
 * @throws {@link AlgorithmError} `algorithm.unknown` for a key that makes no signatures
 */
export function defaultSignatureAlgorithm(keyAlgorithm: KeyAlgorithm, bits: number): SignatureAlgorithm {
  const { name } = keyAlgorithm;
  if (name !== 'ECDSA') return signatureAlgorithmByName(DEFAULTS[name] ?? name);
  return signatureAlgorithmByName(`SHA${bits <= 256 ? 256 : bits <= 384 ? 384 : 512}withECDSA`);
}

/** Returns whether a key of `keyAlgorithm` makes signatures of `algorithm`. */
export function signsWith(algorithm: SignatureAlgorithm, keyAlgorithm: KeyAlgorithm): boolean {
  if (algorithm.keyAlgorithm.name === keyAlgorithm.name) return true;
  return algorithm.oid === PSS_OID && keyAlgorithm.name === 'RSASSA-PSS';
}

/**
 * Returns whether the parameters are exactly those that the algorithm is written with, so that neither a NULL is missing nor one too many.
 * True for algorithms that are not known, and for PSS, whose parameters have more than one form.
 */
export function hasExactParameters({ oid, der }: AlgorithmIdentifier): boolean {
  const known = byOid.get(oid);
  return known === undefined || oid === PSS_OID || compareBytes(known.der, der) === 0;
}

function pssOf(identifier: AlgorithmIdentifier): SignatureAlgorithm {
  const { hash, saltLength } = decodePssParameters(identifier.parameters);
  const found = signatureAlgorithms.find((entry) => entry.oid === PSS_OID && entry.hash === hash);
  if (found === undefined)
    throw new AlgorithmError('algorithm.bad_parameters', `PSS over ${hash.name} is not supported`);
  if (saltLength === found.node.options.saltLength) return found;
  const node = { ...found.node, options: { ...found.node.options, saltLength } };
  return { ...found, der: identifier.der, node };
}

function pkcs1(name: string, id: string, hashName: HashAlgorithmName): SignatureAlgorithm {
  return hashing(name, id, hashName, 'RSA', {
    parameters: NULL_PARAMETERS,
    options: { padding: constants.RSA_PKCS1_PADDING },
    mechanisms: ({ pkcs11Name }) => [`CKM_${pkcs11Name}_RSA_PKCS`, 'CKM_RSA_PKCS'],
  });
}

function pss(name: string, hashName: HashAlgorithmName): SignatureAlgorithm {
  const hash = hashAlgorithmByName(hashName);
  return hashing(name, PSS_OID, hashName, 'RSA', {
    parameters: encodePssParameters({ hash, saltLength: hash.length }),
    options: { padding: constants.RSA_PKCS1_PSS_PADDING, saltLength: hash.length },
    mechanisms: ({ pkcs11Name }) => [`CKM_${pkcs11Name}_RSA_PKCS_PSS`, 'CKM_RSA_PKCS_PSS'],
  });
}

function ecdsa(name: string, id: string, hashName: HashAlgorithmName): SignatureAlgorithm {
  return hashing(name, id, hashName, 'ECDSA', {
    options: { dsaEncoding: 'der' },
    mechanisms: ({ pkcs11Name }) => [`CKM_ECDSA_${pkcs11Name}`, 'CKM_ECDSA'],
  });
}

function dsa(name: string, id: string, hashName: HashAlgorithmName): SignatureAlgorithm {
  return hashing(name, id, hashName, 'DSA', {
    options: { dsaEncoding: 'der' },
    mechanisms: ({ pkcs11Name }) => [`CKM_DSA_${pkcs11Name}`, 'CKM_DSA'],
  });
}

function hashing(
  name: string,
  id: string,
  hashName: HashAlgorithmName,
  keyAlgorithm: KeyAlgorithmName,
  rest: {
    readonly parameters?: Uint8Array;
    readonly options: NodeSigning['options'];
    /** Mechanisms that sign the message and its hash. */
    readonly mechanisms: (hash: HashAlgorithm) => readonly [string, string];
  },
): SignatureAlgorithm {
  const hash = hashAlgorithmByName(hashName);
  const [pkcs11Mechanism, pkcs11HashMechanism] = rest.mechanisms(hash);
  return {
    name,
    oid: oid(id),
    der: encodeAlgorithmIdentifier(oid(id), rest.parameters),
    hash,
    keyAlgorithm: keyAlgorithmByName(keyAlgorithm),
    node: { digest: hash.nodeName, options: rest.options },
    pkcs11Mechanism,
    pkcs11HashMechanism,
    weak: hash.weak,
  };
}

function sameAsKey(keyAlgorithm: KeyAlgorithm): SignatureAlgorithm {
  const { name, oid, pkcs11 } = keyAlgorithm;
  return {
    name,
    oid,
    der: encodeAlgorithmIdentifier(oid),
    hash: undefined,
    keyAlgorithm,
    node: { digest: null, options: {} },
    pkcs11Mechanism: pkcs11!.signatureMechanism!,
    pkcs11HashMechanism: undefined,
    weak: false,
  };
}

/** Defaults that differ from the key's own name. */
const DEFAULTS: { readonly [name in KeyAlgorithmName]?: string } = {
  RSA: 'SHA256WithRSA',
  'RSASSA-PSS': 'SHA256withRSAandMGF1',
  DSA: 'SHA256WithDSA',
};
const byName = new Map(signatureAlgorithms.map((entry) => [entry.name.toLowerCase(), entry]));
const byOid = new Map(signatureAlgorithms.map((entry) => [entry.oid, entry]));
