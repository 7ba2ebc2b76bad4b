/** cRLNumber: the place of a CRL in its issuer's sequence (RFC 5280 §5.2.3). */
import { oid, type Oid, DerError, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/** The number of this CRL. `encode` and `decode` as {@link crlNumberExtension} says. */
export const crlNumber: ExtensionType<bigint> = crlNumberExtension(oid('2.5.29.20'), 'cRLNumber');

/**
 * An extension that holds `CRLNumber ::= INTEGER (0..MAX)`.
 *
 * `encode` throws a RangeError for a number that is negative or needs more than 20 octets, which an issuer must not use
 * (RFC 5280 §5.2.3).
 *
 * Accepted on reading: more than 20 octets, because the bound is the issuer's duty and not part of the type.
 */
export function crlNumberExtension(identifier: Oid, name: string): ExtensionType<bigint> {
  return {
    oid: identifier,
    name,
    encode(value) {
      if (value < 0n || value > MAX_CRL_NUMBER) throw new RangeError(`${name} ${value} is not in 0..2^159-1`);
      return writeDer((writer) => writer.integer(value));
    },
    decode: (der) =>
      readDer(der, (reader) => {
        const value = reader.readInteger();
        if (value < 0n) throw new DerError('der.out_of_range', `${name} is negative`, 0);
        return value;
      }),
  };
}

/** Largest number that fits 20 octets of two's complement. */
const MAX_CRL_NUMBER = (1n << 159n) - 1n;
