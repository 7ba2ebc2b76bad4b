/** Secrets in maps without a schema, recognized by the names of their keys. */
import type { JsonValue } from '../../../kernel/canonical-json.ts';
import { isJsonObject } from './json.ts';
import { Secret, SECRET_PLACEHOLDER } from './secret.ts';

/** Returns the path of the first clear-text value whose key names a secret; undefined if there is none. */
export function clearSecretIn(value: unknown): string | undefined {
  if (value instanceof Secret || typeof value !== 'object' || value === null) return undefined;
  for (const [name, member] of Object.entries(value)) {
    const below = !Array.isArray(value) && isClear(name, member) ? '' : clearSecretIn(member);
    if (below !== undefined) return below === '' ? name : `${name} / ${below}`;
  }
  return undefined;
}

/** Returns a value with `placeholder` for everything that {@link clearSecretIn} finds. */
export function withoutClearSecrets(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(withoutClearSecrets);
  if (!isJsonObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, member]) => [
      name,
      isClear(name, member) ? SECRET_PLACEHOLDER : withoutClearSecrets(member),
    ]),
  );
}

function isClear(name: string, value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean' || value instanceof Secret) return false;
  if (!isSecretName(name)) return false;
  if (typeof value === 'object') return Object.keys(value).length > 0;
  if (value === '' || value === SECRET_PLACEHOLDER) return false;
  // `random` is a method of password generation; any other text is a common password.
  return !(value === 'random' && /^passwordgeneration/i.test(name.replaceAll(/[^a-z]/gi, '')));
}

/** Tells whether a key, in any style of writing, names a secret. */
function isSecretName(name: string): boolean {
  if (SECRET_WORDS.test(name.replaceAll(/[^\p{L}\p{N}]/gu, ''))) return true;
  const words = name.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ').split(/[^\p{L}\p{N}]+/u);
  return words.some((word) => /^(?:pin|puk)$/i.test(word));
}

const SECRET_WORDS =
  /passw(?:or)?d|passphrase|passcode|pwd|secret|(?:private|api|symmetric|shared|access|hmac|account)key(?!id|alias|name)|credential|(?:auth|authentication|authorization|access|bearer|refresh|api|session|security)token(?!url)/i;
