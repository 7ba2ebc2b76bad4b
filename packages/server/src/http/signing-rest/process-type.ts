import { BadProcessTypeError } from './errors.ts';
import type { ProcessType } from '../../modules/signing/index.ts';

/** Returns the process type that the field `processType` names; signing when it is missing. @throws {@link BadProcessTypeError} */
export function processTypeIn(fields: ReadonlyMap<string, string>): ProcessType {
  const named = fields.get('processType') ?? 'signDocument';
  const found = PROCESS_TYPES.find((type) => type === named);
  if (found === undefined) throw new BadProcessTypeError();
  return found;
}

const PROCESS_TYPES: readonly ProcessType[] = ['signDocument', 'validateDocument', 'validateCertificate'];
