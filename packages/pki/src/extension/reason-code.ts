/** cRLReason: why a certificate was revoked (RFC 5280 §5.3.1). */
import { DerError, oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/** The codes of CRLReason (RFC 5280 §5.3.1); 7 is not used. */
export const REVOCATION_REASONS = {
  UNSPECIFIED: 0,
  KEY_COMPROMISE: 1,
  CA_COMPROMISE: 2,
  AFFILIATION_CHANGED: 3,
  SUPERSEDED: 4,
  CESSATION_OF_OPERATION: 5,
  CERTIFICATE_HOLD: 6,
  REMOVE_FROM_CRL: 8,
  PRIVILEGES_WITHDRAWN: 9,
  AA_COMPROMISE: 10,
} as const;

export type RevocationReason = keyof typeof REVOCATION_REASONS;

/** The reason that has the code `code`, or undefined for an invalid number. */
export function revocationReason(code: number): RevocationReason | undefined {
  return BY_CODE.get(code);
}

/**
 * `CRLReason ::= ENUMERATED` of a CRL entry, by name (RFC 5280 §5.3.1).
 *
 * An entry should leave the extension out instead of saying UNSPECIFIED; that is the choice of who builds the entry. `encode`
 * throws a RangeError for an invalid name.
 */
export const reasonCode: ExtensionType<RevocationReason> = {
  oid: oid('2.5.29.21'),
  name: 'cRLReason',
  encode(value) {
    const code: number | undefined = REVOCATION_REASONS[value];
    if (code === undefined) throw new RangeError(`'${value}' is not a revocation reason`);
    return writeDer((writer) => writer.enumerated(code));
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const code = reader.readEnumerated(REVOCATION_REASONS.AA_COMPROMISE);
      const reason = revocationReason(code);
      if (reason === undefined) throw new DerError('der.out_of_range', `${code} is not a revocation reason`, 0);
      return reason;
    }),
};

const BY_CODE = new Map<number, RevocationReason>(
  Object.entries(REVOCATION_REASONS).map(([name, code]) => [code, name as RevocationReason]),
);
