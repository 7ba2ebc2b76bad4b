import { UsageError } from '../errors.ts';
import { printable } from '../terminal/output.ts';

/** Reads `--partition` of a command about CRLs; 0, the main CRL, when it is left out. @throws {@link UsageError} */
export function readPartition(text = '0'): number {
  if (/^\d{1,5}$/.test(text)) return Number(text);
  throw new UsageError(`--partition is '${printable(text)}'; it has to be the number of one, 0 for the main CRL`);
}
