import type { Write } from '../../../kernel/unit-of-work.ts';
import type { AdvanceCrlNumber, CrlScope, StartCrlNumbers } from '../records/index.ts';

/** So that the first CRL that somebody asks for has the number 1 (RFC 5280 §5.2.3 begins with 0). */
export const FIRST_NUMBER = 0;

/**
 * Gives `number` to a CRL of the same unit, as the one after `last`: a conflict when another CRL got one in between, so that whatever
 * was read after `last` is as new as that.
 *
 * @param last - the last number of the scope; undefined when there is none
 */
export function crlNumberWrite(scope: CrlScope, last: number | undefined, number: number): Write {
  const start: StartCrlNumbers = { op: 'crl-number.start', scope, number };
  if (last === undefined) return start;
  const advance: AdvanceCrlNumber = { op: 'crl-number.advance', scope, expected: last, number };
  return advance;
}
