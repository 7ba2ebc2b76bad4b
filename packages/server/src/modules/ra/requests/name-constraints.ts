import { type Extension, makeExtension, nameConstraints } from '@sealwright/pki';
import { nameConstraintsOf } from '../../ca/index.ts';
import type { EndEntity } from '../end-entities/index.ts';
import { EndEntityCannotEnrollError } from '../errors/index.ts';

/**
 * Returns the name constraints for the certificate of an end entity; none if it has no subtrees.
 *
 * @throws {@link EndEntityCannotEnrollError} for texts that no use case of this program has accepted
 */
export function nameConstraintsOfEndEntity({
  username,
  extended: { nameConstraintsPermitted: permitted = [], nameConstraintsExcluded: excluded = [] },
}: Pick<EndEntity, 'extended' | 'username'>): readonly Extension[] {
  if (permitted.length === 0 && excluded.length === 0) return [];
  const value = nameConstraintsOf({ permitted, excluded }, (field, problem) => {
    throw new EndEntityCannotEnrollError(username, `its ${field} ${problem}`);
  });
  // RFC 5280 §4.2.1.10: conforming CAs mark it critical.
  return [makeExtension(nameConstraints, value, true)];
}
