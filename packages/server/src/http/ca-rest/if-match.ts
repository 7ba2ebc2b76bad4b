import { Type } from 'typebox';
import { BadHeaderError } from '../errors/index.ts';

/** Headers of a change of an end entity. */
export const IfMatch = Type.Object({
  'if-match': Type.Optional(
    Type.String({
      description:
        'The entity tag of `GET /sealwright/v1/end-entities/{username}`, or `*` for any. An end entity that has been changed since is left as it is: 412.',
    }),
  ),
});

/**
 * Returns the version that a caller has read, which is to be changed and no other one (RFC 9110 §13.1.1); undefined when any will do.
 *
 * @throws {@link BadHeaderError} when the header is neither one entity tag of `GET /sealwright/v1/end-entities/{username}` nor `*`
 */
export function versionToMatch(header: string | undefined): number | undefined {
  if (header === undefined || header === '*') return undefined;
  const digits = /^"(\d{1,15})"$/.exec(header)?.[1];
  if (digits === undefined) throw new BadHeaderError('If-Match');
  return Number(digits);
}
