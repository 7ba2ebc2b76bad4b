import { allOf } from '../kernel/content.ts';
import { type PublishedObject, PublishingError } from '../modules/publishers/index.ts';

/**
 * Returns all octets of an object, for publishers that send it at once. Nothing of a larger object is read.
 *
 * @param limit - `octets`: the most that are sent; `receiver`: names who gets them, after "for"
 * @throws {@link PublishingError} for good when the object is larger
 */
export async function wholeObject(
  { name, content }: PublishedObject,
  limit: { readonly octets: number; readonly receiver: string },
): Promise<Uint8Array> {
  if (content.octets <= limit.octets) return allOf(content);
  throw new PublishingError(
    `'${name}' has ${content.octets} octets, and ${limit.octets} are the most for ${limit.receiver}.`,
    { scope: 'final' },
  );
}
