/** Seals the secrets of new settings, or keeps the stored ones. */
import { canonicalJson, type JsonValue } from '../../../kernel/canonical-json.ts';
import { AppError } from '../../../kernel/errors.ts';
import type { Problem } from './problem.ts';
import { isJsonObject, memberPath } from './json.ts';
import { chooseBranch, hasSpecialMembers, mapMembers, memberSchema } from './map-members.ts';
import { untouched } from './references.ts';
import { type SchemaNode, SECRET } from './schema-members.ts';
import { isSealed, keepsSecret, openableSecret, sealSecret, type Sealer } from './secret.ts';

/** New settings and those they replace, both in the inner form, except that secrets in `settings` are in clear text or to be kept. */
export interface SecretsToSeal {
  readonly schema: SchemaNode;
  readonly settings: unknown;
  /** Undefined for a new document. */
  readonly previous: unknown;
  /** Document that owns the secrets, see {@link secretContext}. */
  readonly owner: SecretOwner;
  /**
   * Tells of which members a secret in clear text is kept when the stored one is the same. By default none: that a secret changes nothing tells
   * those who try secrets that it is the stored one.
   */
  readonly keepsEqual?: ((field: string) => boolean) | undefined;
}

/** The document that owns secrets. */
export interface SecretOwner {
  readonly type: string;
  readonly id: number;
}

/** Returns the context for sealing a secret, which binds it to one member of one document. */
export function secretContext({ type, id }: SecretOwner, schemaPath: string): string {
  return `document/${type}/${id}/${schemaPath}`;
}

/**
 * Seals every secret. `placeholder` keeps the stored secret of the same member; in lists, that of the item which is otherwise equal.
 *
 * @param problems - receives secrets that cannot be kept or are not text; they are replaced by the empty text, and never stored in clear text
 */
export function keepOrSealSecrets(given: SecretsToSeal, sealer: Sealer, problems: Problem[]): unknown {
  const stored = new Map<string, string>();
  pairSecrets(given.schema, given.settings, given.previous, '', stored);
  return mapMembers(given.schema, given.settings, {
    ...untouched,
    secret(value, field, schemaPath) {
      if (value === null) return value;
      if (typeof value !== 'string') {
        problems.push({ kind: 'secret', field, message: 'has to be a text' });
        return '';
      }
      const kept = stored.get(field);
      if (!keepsSecret(value)) {
        const context = secretContext(given.owner, schemaPath);
        const isKept =
          kept !== undefined && given.keepsEqual?.(field) === true && isEqual(sealer, kept, context, value);
        return isKept ? kept : sealSecret(sealer, value, context);
      }
      if (kept !== undefined) return kept;
      problems.push({
        kind: 'secret',
        field,
        message: `is '${value}', but no value is stored that could be kept: give the secret`,
      });
      return '';
    },
  });
}

function isEqual(sealer: Sealer, stored: string, context: string, given: string): boolean {
  try {
    return openableSecret(sealer, stored, context).reveal() === given;
  } catch (error) {
    // What cannot be opened any more is replaced.
    if (error instanceof AppError) return false;
    throw error;
  }
}

/** Finds the stored secret in `previous` for each secret in `value`. */
function pairSecrets(
  schema: SchemaNode,
  value: unknown,
  previous: unknown,
  field: string,
  found: Map<string, string>,
): void {
  if (previous === undefined || !hasSpecialMembers(schema)) return;
  if (schema[SECRET] !== undefined) {
    if (isSealed(previous) && previous !== '') found.set(field, previous);
  } else if (schema.anyOf !== undefined) {
    const branch = chooseBranch(schema, value);
    if (branch !== undefined && branch === chooseBranch(schema, previous))
      pairSecrets(branch, value, previous, field, found);
  } else if (Array.isArray(value) && Array.isArray(previous)) {
    if (schema.items !== undefined) pairItems(schema.items, value, previous, field, found);
  } else if (isJsonObject(value) && isJsonObject(previous)) {
    for (const [name, member] of Object.entries(value)) {
      const of = memberSchema(schema, name);
      if (of === undefined || !Object.hasOwn(previous, name)) continue;
      pairSecrets(of, member, previous[name], memberPath(field, name), found);
    }
  }
}

/** Pairs list items by content: they have no names, and by index a secret would go to the wrong item when an earlier one is removed. */
function pairItems(
  schema: SchemaNode,
  value: readonly unknown[],
  previous: readonly unknown[],
  field: string,
  found: Map<string, string>,
): void {
  const byContent = new Map<string, unknown[]>();
  for (const item of previous) {
    const key = contentKey(schema, item);
    const same = byContent.get(key);
    if (same === undefined) byContent.set(key, [item]);
    else same.push(item);
  }
  for (const [index, item] of value.entries()) {
    const same = byContent.get(contentKey(schema, item))?.shift();
    if (same !== undefined) pairSecrets(schema, item, same, memberPath(field, index), found);
  }
}

function contentKey(schema: SchemaNode, item: unknown): string {
  return canonicalJson(mapMembers(schema, item, { ...untouched, secret: () => null }) as JsonValue);
}
