import type { Write } from '../../../kernel/unit-of-work.ts';
import type { AdvanceCrlNumber, CrlScope, StartCrlNumbers } from '../records/index.ts';

/** Start value with which the first CRL requested by an administrator gets the number 1 (RFC 5280 §5.2.3 begins with 0). */
export const FIRST_NUMBER = 0;

/**
 * Assigns `number`, the successor of `last`, to a CRL of the same unit. It is a conflict if another CRL got a number in between, so everything read
 * after `last` is as new as that number.
 *
 * @param last - last number of the scope; undefined if it has had none
 */
export function crlNumberWrite(scope: CrlScope, last: number | undefined, number: number): Write {
  const start: StartCrlNumbers = { op: 'crl-number.start', scope, number };
  if (last === undefined) return start;
  const advance: AdvanceCrlNumber = { op: 'crl-number.advance', scope, expected: last, number };
  return advance;
}
