import type { Write } from '../../../kernel/unit-of-work.ts';
import type { AdvanceCrlNumber, CrlScope, StartCrlNumbers } from '../records/index.ts';

/** Number of the first CRL of a scope: of one that the CA makes by itself when it begins to sign, and of one that an administrator requests. */
export const FIRST_NUMBER = { automatic: 0, requested: 1 } as const;

/** Returns the number after `last`, the last one of the scope; `first` if it has had none. */
export function nextCrlNumber(last: number | undefined, first: number): number {
  return last === undefined ? first : last + 1;
}

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
