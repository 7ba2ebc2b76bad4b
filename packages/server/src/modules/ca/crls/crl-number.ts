import type { Write } from '../../../kernel/unit-of-work.ts';
import type { AdvanceCrlNumber, CrlScope, StartCrlNumbers } from '../records/index.ts';

/** Number of the CRL that a CA makes by itself when it begins to sign. A first CRL at an administrator's request has 1, the default of `CrlGenerator.make`. */
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
