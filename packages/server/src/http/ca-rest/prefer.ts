/** Preferences of a caller beyond the request (RFC 7240). */

/**
 * Tells whether a caller would rather be refused than have parts of the request left out: `Prefer: handling=strict` (RFC 7240 §4.4).
 *
 * Quotes, parameters of a preference and other preferences are passed over; of several `handling`, the first counts (§2).
 */
export function prefersStrictHandling(header: string | readonly string[] | undefined): boolean {
  if (header === undefined) return false;
  const preferences = [header].flat().join(',').split(',');
  for (const preference of preferences) {
    const [name = '', value = ''] = preference.split(';', 1)[0]!.split('=', 2);
    if (name.trim().toLowerCase() === 'handling')
      return (
        value
          .trim()
          .replace(/^"(.*)"$/, '$1')
          .toLowerCase() === 'strict'
      );
  }
  return false;
}
