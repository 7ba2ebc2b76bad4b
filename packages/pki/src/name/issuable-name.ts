import { requireIssuableValue } from './attribute-value.ts';
import type { DistinguishedName } from './distinguished-name.ts';
import { NameError } from './errors.ts';

/**
 * Checks that a name which somebody else encoded may stand in a certificate: each value follows the rules that a typed name
 * follows, and there are at most 128 attributes. The encoding is left as it is.
 *
 * @throws {@link NameError} `name.bad_value`, `name.too_long`
 */
export function requireIssuableName(name: DistinguishedName): void {
  const attributes = name.rdns.flat();
  if (attributes.length > MAX_ATTRIBUTES) {
    throw new NameError(
      'name.too_long',
      `a name of ${attributes.length} attributes; certificates are issued with at most ${MAX_ATTRIBUTES}`,
    );
  }
  for (const attribute of attributes) {
    const { type, raw, isText } = attribute;
    requireIssuableValue(type, raw, isText ? attribute.value : undefined);
  }
}

const MAX_ATTRIBUTES = 128;
