/** `PKMACValue` with the password-based MAC: who knows the password has made it (RFC 4211 §4.4). */
import { createHmac, timingSafeEqual } from 'node:crypto';
import {
  type AlgorithmIdentifier,
  digest,
  hashAlgorithmByOid,
  readAlgorithmIdentifier,
} from '../../algorithm/index.ts';
import { type DerReader, oid, type Oid, readDer } from '../../der/index.ts';
import { digestRepeatedly } from '../../keystore/digest-chain.ts';
import { findHmac } from '../../keystore/pbe-algorithms.ts';
import { RequestError } from '../errors.ts';

/** `PKMACValue ::= SEQUENCE { algId AlgorithmIdentifier, value BIT STRING }`. */
export interface PublicKeyMac {
  readonly algorithm: AlgorithmIdentifier;
  readonly value: Uint8Array;
}

/** Reads one. @throws {DerError} */
export function readPublicKeyMac(reader: DerReader): PublicKeyMac {
  const sequence = reader.readSequence();
  const algorithm = readAlgorithmIdentifier(sequence);
  const value = sequence.readBitStringBytes();
  sequence.finish();
  return { algorithm, value };
}

/**
 * Returns whether somebody who knows `password` has made the MAC over `data`.
 *
 * @throws {RequestError} `request.bad_proof` for another MAC, or one that takes more than 10,000 iterations
 * @throws {AlgorithmError} for an unknown hash
 * @throws {DerError}
 */
export function isMacOfPassword({ algorithm, value }: PublicKeyMac, data: Uint8Array, password: string): boolean {
  if (algorithm.oid !== PASSWORD_BASED_MAC || algorithm.parameters === undefined)
    throw bad(
      `the MAC of the public key is of ${algorithm.oid}; ${PASSWORD_BASED_MAC}, the password-based one, is known`,
    );
  const { salt, hash, iterations, hmac } = readDer(algorithm.parameters, readParameters);
  const secret = new TextEncoder().encode(password);
  const first = digest(hash, new Uint8Array([...secret, ...salt]));
  const key = digestRepeatedly(hash.nodeName, first, iterations - 1);
  const expected = createHmac(hmac, key).update(data).digest();
  return value.length === expected.length && timingSafeEqual(value, expected);
}

function readParameters(reader: DerReader) {
  const parameters = reader.readSequence();
  const salt = parameters.readOctetString();
  if (salt.length > MAX_SALT) throw bad(`the salt of a MAC has ${salt.length} octets; ${MAX_SALT} are the most`);
  const hash = hashAlgorithmByOid(readAlgorithmIdentifier(parameters).oid);
  const iterations = parameters.readSmallInteger(Number.MAX_SAFE_INTEGER);
  if (iterations < 1 || iterations > MAX_ITERATIONS)
    throw bad(`a MAC takes ${iterations} iterations; 1 to ${MAX_ITERATIONS} are done`);
  const mac = readAlgorithmIdentifier(parameters).oid;
  parameters.finish();
  const hmac = findHmac(HMACS_OF_OTHER_NAMES.get(mac) ?? mac)?.name;
  if (hmac === undefined) throw bad(`${mac} is not an HMAC that is known`);
  return { salt, hash, iterations, hmac };
}

function bad(problem: string): RequestError {
  return new RequestError('request.bad_proof', problem);
}

const PASSWORD_BASED_MAC = oid('1.2.840.113533.7.66.13');
/** HMAC-SHA1 has two identifiers: of RFC 2104's registry, which RFC 4211 §4.4 names, and of PKCS #5. */
const HMACS_OF_OTHER_NAMES: ReadonlyMap<Oid, Oid> = new Map([[oid('1.3.6.1.5.5.8.1.2'), oid('1.2.840.113549.2.7')]]);
/** Some milliseconds of work. RFC 4211 §4.4 recommends 1,000; ten times that is what careful clients ask for. */
const MAX_ITERATIONS = 10_000;
const MAX_SALT = 1024;
