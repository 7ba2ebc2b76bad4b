import { type AccessControl, type Administrator, Resource } from '../../access/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { PublisherDocument } from '../delivery/index.ts';
import { PublisherNotFoundError } from '../errors.ts';
import { publisherType } from '../publisher-type.ts';

export type PublisherAccess = Pick<AccessControl, 'authorize' | 'isAuthorized'>;

const { editPublishers, viewPublishers } = Resource.caFunctionality;

/** Requires the right to see publishers; who may edit them sees them. */
export async function authorizeViewing(access: PublisherAccess, administrator: Administrator): Promise<void> {
  if (!(await access.isAuthorized(administrator, editPublishers)))
    await access.authorize(administrator, viewPublishers);
}

/** Requires the right to act on publishers, and finds one. @throws {@link PublisherNotFoundError} */
export async function getEditable(
  { access, configuration }: { readonly access: PublisherAccess; readonly configuration: Configuration },
  administrator: Administrator,
  name: string,
): Promise<PublisherDocument> {
  await access.authorize(administrator, editPublishers);
  const found = await configuration.find(publisherType, name);
  if (found === undefined) throw new PublisherNotFoundError(name);
  return found;
}
