import type { Configuration } from '../../configuration/index.ts';
import type { ServiceExecutor } from '../../services/index.ts';
import type { UpdateCrls } from './update-crls.ts';

/** Returns the executor of CRL Updater services. */
export function crlUpdater({
  configuration,
  updateCrls,
}: {
  readonly configuration: Configuration;
  readonly updateCrls: Pick<UpdateCrls, 'update'>;
}): ServiceExecutor {
  return async ({ caIds }, signal) => {
    const ids = caIds === 'any' ? (await configuration.listHeads('CA')).map(({ id }) => id) : caIds;
    return updateCrls.update(ids, signal);
  };
}
