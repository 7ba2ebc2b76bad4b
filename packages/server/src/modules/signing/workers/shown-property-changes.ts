/** Content of the audit log about a change of a worker. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { shortened } from '../../../kernel/text/shortened.ts';
import type { AnyDocument, PlannedDocument } from '../../configuration/index.ts';
import { MASKED, maskedProperties } from './masked-properties.ts';
import type { WorkerDocument } from './worker-document.ts';

/**
 * Returns each property that is added, changed or removed, in the words of SignServer: `added:KEY`, `changed:KEY`, `removed:KEY`, with the new
 * value, or the old value of a removed property. The length is bounded: a property may have a million characters. Usernames and passwords in
 * URLs are left out. No URL here may have any, but a misconfigured worker is recorded as well.
 */
export function shownPropertyChanges({ before, document, differences }: PlannedDocument): JsonObject {
  const old = propertiesOf(before);
  const present = propertiesOf(document);
  const changed = new Set(differences.map(({ field }) => field));
  const shown: [string, string][] = [];
  for (const [name, value] of Object.entries(present)) {
    if (!Object.hasOwn(old, name)) shown.push([`added:${name}`, value]);
    // The placeholder hides that one secret replaced another.
    else if (old[name] !== value || changed.has(`properties.${name}`)) shown.push([`changed:${name}`, value]);
  }
  for (const [name, value] of Object.entries(old)) {
    if (!Object.hasOwn(present, name)) shown.push([`removed:${name}`, value === MASKED ? OLD_MASKED : value]);
  }
  const left = shown.length - MAX_SHOWN;
  return {
    workerId: (document ?? before)!.publicId,
    ...Object.fromEntries(
      shown.slice(0, MAX_SHOWN).map(([name, value]) => [name, shortened(withoutCredentials(value), MAX_VALUE)]),
    ),
    ...(left > 0 ? { furtherChanges: left } : {}),
  };
}

/** Documents reach the administration of their type only. */
function propertiesOf(document: AnyDocument | undefined): Readonly<Record<string, string>> {
  return document === undefined ? {} : maskedProperties(document as WorkerDocument);
}

/** Removes all up to the last `@`, wherever that is: the rest of a password with a slash would be shown otherwise. */
function withoutCredentials(value: string): string {
  if (!value.includes('://')) return value;
  return value.replaceAll(/\S+/g, (word) => {
    const scheme = word.indexOf('://');
    const end = word.lastIndexOf('@');
    return scheme === -1 || end < scheme ? word : `${word.slice(0, scheme)}://${MASKED}${word.slice(end)}`;
  });
}

const OLD_MASKED = '_OLD_MASKED_';
const MAX_SHOWN = 100;
const MAX_VALUE = 1000;
