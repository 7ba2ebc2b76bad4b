import type { JsonObject, JsonValue } from '../../../kernel/canonical-json.ts';
import { isJsonObject, memberPath } from './json.ts';
import { SECRET_PLACEHOLDER } from './secret.ts';

/** A setting that a change would change, in the outer form. A secret is `placeholder` on both sides. */
export interface Difference {
  /** Path such as `validity`, `accessRules./ca/Issuing CA/` or `keys[0].alias`; empty for the document as a whole. */
  readonly field: string;
  /** Undefined if the setting did not exist. */
  readonly before: JsonValue | undefined;
  /** Undefined if the setting no longer exists. */
  readonly after: JsonValue | undefined;
}

/** A secret in settings to be compared; equal if it was kept. */
export class ComparedSecret {
  readonly sealed: string;

  constructor(sealed: string) {
    this.sealed = sealed;
  }

  toJSON(): string {
    return this.sealed === '' ? '' : SECRET_PLACEHOLDER;
  }
}

/** Lists the differences between two settings: object members individually, lists as a whole unless their lengths are equal. */
export function diffSettings(before: unknown, after: unknown): readonly Difference[] {
  const differences: Difference[] = [];
  compare('', before, after, differences);
  return differences;
}

/**
 * Lists the settings of a new document that differ from the defaults: object members individually, lists as a whole.
 *
 * @param defaults - settings of a document with all defaults
 */
export function diffFromDefaults(defaults: unknown, settings: unknown): readonly Difference[] {
  const differences: Difference[] = [];
  collectOwn('', defaults, settings, differences);
  return differences;
}

function collectOwn(field: string, defaults: unknown, value: unknown, found: Difference[]): void {
  if (isJsonObject(value) && isJsonObject(defaults)) {
    for (const [name, member] of Object.entries(value))
      collectOwn(memberPath(field, name), memberOf(defaults, name), member, found);
  } else if (JSON.stringify(value) !== JSON.stringify(defaults)) {
    found.push({ field, before: undefined, after: shown(value) });
  }
}

function compare(field: string, before: unknown, after: unknown, found: Difference[]): void {
  if (before instanceof ComparedSecret || after instanceof ComparedSecret) {
    if (sealedOf(before) !== sealedOf(after)) found.push({ field, before: shown(before), after: shown(after) });
  } else if (isJsonObject(before) && isJsonObject(after)) {
    for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
      compare(memberPath(field, name), memberOf(before, name), memberOf(after, name), found);
    }
  } else if (Array.isArray(before) && Array.isArray(after) && before.length === after.length) {
    for (const [index, item] of before.entries()) compare(memberPath(field, index), item, after[index], found);
  } else if (JSON.stringify(before) !== JSON.stringify(after)) {
    found.push({ field, before: shown(before), after: shown(after) });
  }
}

/** Reads an own member, since names may be arbitrary, such as `constructor`. */
function memberOf(object: JsonObject, name: string): JsonValue | undefined {
  return Object.hasOwn(object, name) ? object[name] : undefined;
}

function sealedOf(value: unknown): string | undefined {
  return value instanceof ComparedSecret ? value.sealed : undefined;
}

function shown(value: unknown): JsonValue | undefined {
  return value === undefined ? undefined : (JSON.parse(JSON.stringify(value)) as JsonValue);
}
