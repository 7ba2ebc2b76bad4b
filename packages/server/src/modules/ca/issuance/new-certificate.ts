/** Members common to new certificates of all kinds and their records. */
import { hash } from 'node:crypto';
import { type DistinguishedName, type PublicKey, type SerialNumber, serialNumberFromBytes } from '@sealwright/pki';
import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import type { AuditEntry } from '../../audit/index.ts';
import type { CaState, EncodedCertificate, NewCertificate } from '../records/index.ts';

/** A signed certificate of a CA, or its equivalent for an SSH CA, to be stored with the state. */
export interface OwnCertificate extends Pick<CaState, 'chain' | 'notAfter'> {
  readonly writes: readonly Write[];
  /** Audit entries for the signed certificates. */
  readonly entries: readonly AuditEntry[];
}

/**
 * Returns a random serial number of `octets` octets (RFC 5280 §4.1.2.2).
 *
 * The highest bit is zero, so that the INTEGER is positive and no octet is added: 159 random bits in 20 octets.
 */
export function newSerialNumber(random: Random, octets: number): SerialNumber {
  const bytes = random.bytes(octets);
  bytes[0]! &= 0x7f;
  return serialNumberFromBytes(bytes);
}

/** Returns the members of the record that follow from the encoded certificate, its subject and its key. */
export function recordMembers(
  { der, subject, publicKey }: Certified,
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
): Pick<
  NewCertificate,
  'id' | 'der' | 'sha1' | 'sha256' | 'subjectDn' | 'subjectKey' | 'publicKeySha256' | 'createdMs'
> {
  return {
    id: ids.next(),
    der,
    sha1: sha1Of(der),
    sha256: hash('sha256', der, 'buffer'),
    subjectDn: subject.toString(),
    subjectKey: Uint8Array.fromHex(subject.key),
    publicKeySha256: Uint8Array.fromHex(publicKey.sha256Fingerprint),
    createdMs: clock.nowMs(),
  };
}

/** Returns the SHA-1 digest by which certificates are looked up. */
export function sha1Of(encoded: Uint8Array): Uint8Array {
  return hash('sha1', encoded, 'buffer');
}

interface Certified {
  readonly der: EncodedCertificate;
  readonly subject: DistinguishedName;
  readonly publicKey: PublicKey;
}
