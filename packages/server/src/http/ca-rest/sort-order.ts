/** The order that a body of a search asks for. */
import { InvalidInputError } from './errors.ts';

/** An order as clients write it. */
type WrittenOrder = { readonly property?: string | null; readonly operation?: string | null } | null | undefined;

/**
 * Reads the order; undefined when none is asked for.
 *
 * @param properties - what can be sorted by, by the names that clients know, in upper case
 * @throws {@link InvalidInputError} for a property or an operation that there is not
 */
export function readSortOrder<Property>(
  sort: WrittenOrder,
  properties: ReadonlyMap<string, Property>,
): { readonly by: Property; readonly descending: boolean } | undefined {
  if (sort === undefined || sort === null) return undefined;
  const by = properties.get((sort.property ?? '').toUpperCase());
  if (by === undefined)
    throw new InvalidInputError(
      `Invalid search criteria sort property. Should be one of ${[...properties.keys()].join(', ')}.`,
    );
  const operation = (sort.operation ?? '').toUpperCase();
  if (operation !== 'ASC' && operation !== 'DESC')
    throw new InvalidInputError('Invalid search criteria sort operation. Should be ASC or DESC.');
  return { by, descending: operation === 'DESC' };
}
