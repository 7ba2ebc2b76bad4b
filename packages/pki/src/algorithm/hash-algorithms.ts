/** The hash algorithms, in one table. */
import { createHash, hash, type Hash } from 'node:crypto';

import { oid, type Oid } from '../der/index.ts';
import { excerpt } from '../excerpt.ts';
import { AlgorithmError } from './errors.ts';

export type HashAlgorithmName =
  | 'MD5'
  | 'SHA-1'
  | 'SHA-224'
  | 'SHA-256'
  | 'SHA-384'
  | 'SHA-512'
  | 'SHA3-224'
  | 'SHA3-256'
  | 'SHA3-384'
  | 'SHA3-512'
  | 'SHAKE128'
  | 'SHAKE256';

export interface HashAlgorithm {
  /** As FIPS 180-4 and FIPS 202 write it. */
  readonly name: HashAlgorithmName;
  readonly oid: Oid;
  /** The name that `node:crypto` knows it by. */
  readonly nodeName: string;
  /** Octets of a digest; of SHAKE those that CMS takes (RFC 8702 §3.1). */
  readonly length: number;
  /** Collisions can be made: no new signature may rest on it (RFC 6151, RFC 6194). */
  readonly weak: boolean;
  /** Spelling in the names of PKCS#11 mechanisms: `SHA256` of `CKM_ECDSA_SHA256`. */
  readonly pkcs11Name: string;
}

export const hashAlgorithms: readonly HashAlgorithm[] = [
  { name: 'MD5', oid: oid('1.2.840.113549.2.5'), nodeName: 'md5', length: 16, weak: true, pkcs11Name: 'MD5' },
  { name: 'SHA-1', oid: oid('1.3.14.3.2.26'), nodeName: 'sha1', length: 20, weak: true, pkcs11Name: 'SHA1' },
  sound('SHA-224', '2.16.840.1.101.3.4.2.4', 28),
  sound('SHA-256', '2.16.840.1.101.3.4.2.1', 32),
  sound('SHA-384', '2.16.840.1.101.3.4.2.2', 48),
  sound('SHA-512', '2.16.840.1.101.3.4.2.3', 64),
  sound('SHA3-224', '2.16.840.1.101.3.4.2.7', 28),
  sound('SHA3-256', '2.16.840.1.101.3.4.2.8', 32),
  sound('SHA3-384', '2.16.840.1.101.3.4.2.9', 48),
  sound('SHA3-512', '2.16.840.1.101.3.4.2.10', 64),
  sound('SHAKE128', '2.16.840.1.101.3.4.2.11', 32),
  sound('SHAKE256', '2.16.840.1.101.3.4.2.12', 64),
];

/**
 * The hash algorithm called `name`, in any case and with or without hyphens: `SHA-256`, `SHA256`, `sha256`.
 *
 * @throws {@link AlgorithmError} `algorithm.unknown`
 */
export function hashAlgorithmByName(name: string): HashAlgorithm {
  const found = byName.get(fold(name));
  if (found === undefined)
    throw new AlgorithmError('algorithm.unknown', `no hash algorithm is called '${excerpt(name)}'`);
  return found;
}

/**
 * The hash algorithm that `id` identifies.
 *
 * @throws {@link AlgorithmError} `algorithm.unknown`
 */
export function hashAlgorithmByOid(id: Oid): HashAlgorithm {
  const found = byOid.get(id);
  if (found === undefined) throw new AlgorithmError('algorithm.unknown', `${id} is not a known hash algorithm`);
  return found;
}

/** The digest of `data`. */
export function digest({ nodeName, length }: HashAlgorithm, data: Uint8Array): Uint8Array {
  // A Buffer would compare unequal to the Uint8Array that callers expect.
  return new Uint8Array(hash(nodeName, data, { outputEncoding: 'buffer', outputLength: length }));
}

/** A digest of data that comes in pieces, as `node:crypto` computes it. */
export function startDigest({ nodeName, length }: HashAlgorithm): Hash {
  return createHash(nodeName, { outputLength: length });
}

function sound(name: HashAlgorithmName, id: string, length: number): HashAlgorithm {
  return {
    name,
    oid: oid(id),
    nodeName: name.replace(/^SHA-/, 'sha').toLowerCase(),
    length,
    weak: false,
    pkcs11Name: name.replace(/^SHA-/, 'SHA').replace('-', '_'),
  };
}

function fold(name: string): string {
  return name.replaceAll('-', '').toUpperCase();
}

const byName = new Map(hashAlgorithms.map((hash) => [fold(hash.name), hash]));
const byOid = new Map(hashAlgorithms.map((hash) => [hash.oid, hash]));
