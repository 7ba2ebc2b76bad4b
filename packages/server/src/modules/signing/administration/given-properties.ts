/** Properties as a client sends them for a worker. */
import { BadWorkerPropertiesError, PropertyNamesCollideError, PropertyNotTextError } from './errors.ts';

/** By their names in any letter case. Other scalars than texts stand for their texts. */
export type GivenProperties = Readonly<Record<string, string | number | boolean | null>>;

/** Properties of a worker as a client gives them. */
export interface PropertyChanges {
  readonly set: ReadonlyMap<string, string>;
  /** Removed after the others are set. */
  readonly removed: ReadonlySet<string>;
}

/**
 * Reads properties that are all to be set.
 *
 * @throws {@link BadWorkerPropertiesError} without any object, {@link PropertyNotTextError}, {@link PropertyNamesCollideError}
 */
export function readProperties(given: GivenProperties | null | undefined): ReadonlyMap<string, string> {
  return textsOf(Object.entries(given ?? missing()));
}

/** As {@link readProperties}; a name behind a `-` is that of a property to be removed, whatever its value. */
export function readPropertyChanges(given: GivenProperties | null | undefined): PropertyChanges {
  const entries = Object.entries(given ?? missing());
  const removed = entries.filter(([name]) => name.startsWith('-')).map(([name]) => propertyName(name.slice(1)));
  return { set: textsOf(entries.filter(([name]) => !name.startsWith('-'))), removed: new Set(removed) };
}

function textsOf(entries: readonly (readonly [string, string | number | boolean | null])[]): Map<string, string> {
  const texts = new Map<string, string>();
  for (const [given, value] of entries) {
    const name = propertyName(given);
    if (texts.has(name)) throw new PropertyNamesCollideError(name);
    texts.set(name, textOf(name, value));
  }
  return texts;
}

/** Names are kept in upper case, and mean the same however they are written. */
function propertyName(given: string): string {
  const name = given.toUpperCase();
  if (name.trim() === '' || name.length > MAX_NAME)
    throw new BadWorkerPropertiesError(`The name of a property has 1 to ${MAX_NAME} characters.`);
  return name;
}

function textOf(name: string, value: string | number | boolean | null): string {
  if (value === null) throw new PropertyNotTextError(name);
  return String(value);
}

function missing(): never {
  throw new BadWorkerPropertiesError();
}

const MAX_NAME = 255;
