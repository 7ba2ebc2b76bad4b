import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { CompiledType } from './compiled-type.ts';
import { type AnyDocument, Document, type Usability } from './document.ts';
import { nameKeyOf } from './document-name.ts';
import type { BuiltIn } from './document-type.ts';
import type { DocumentRow } from './document-store.ts';
import {
  deepFreeze,
  type FindId,
  isJsonObject,
  isSealed,
  mapMembers,
  namesToIds,
  openableSecret,
  type Problem,
  type Sealer,
  Secret,
  secretContext,
  type SecretOwner,
  untouched,
} from '../settings/index.ts';

/**
 * Makes a document from a stored row. Never fails: a document that cannot be read, or fails validation, is unusable.
 *
 * @param find - looks up names that an unusable document contained when it was stored, and that may exist by now
 */
export function loadDocument(compiled: CompiledType, row: DocumentRow, sealer: Sealer, find?: FindId): AnyDocument {
  const problems: Problem[] = [];
  const stored = upgraded(compiled, row, problems);
  const settings = find === undefined ? stored : namesToIds(compiled.schema, stored, find, problems);
  return makeDocument(compiled, { ...row, builtIn: false }, settings, sealer, problems);
}

/** Returns the settings of a row in the stored form of the present schema version; an empty object if they cannot be read. */
export function storedSettings(compiled: CompiledType, row: DocumentRow): JsonObject {
  return upgraded(compiled, row, []);
}

/** Makes a built-in document. Its ids and names are fixed by the type. */
export function loadBuiltIn(compiled: CompiledType, { settings, ...builtIn }: BuiltIn, sealer: Sealer): AnyDocument {
  const head = { ...unstored(compiled, builtIn.name), ...builtIn, version: 1, builtIn: true };
  const document = makeDocument(compiled, head, compiled.withDefaults(settings), sealer, []);
  if (!document.usability.usable) {
    throw new TypeError(
      `the built-in ${compiled.type.title} ${builtIn.name}: ${JSON.stringify(document.usability.problems)}`,
    );
  }
  return document;
}

/** Makes the document for a singleton that was never changed. */
export function loadUnchangedSingleton(compiled: CompiledType, name: string, sealer: Sealer): AnyDocument {
  return makeDocument(compiled, unstored(compiled, name), compiled.withDefaults({}), sealer, []);
}

/** Returns the head of a document that is not stored. */
function unstored({ type: { names, token } }: CompiledType, name: string) {
  return {
    id: 0,
    type: token,
    nameKey: nameKeyOf(names, name),
    namespace: '',
    name,
    publicId: SINGLETON_PUBLIC_ID,
    version: 0,
    builtIn: false,
    createdMs: 0,
    modifiedMs: 0,
  };
}

/** Public id of the only document of a singleton type. */
export const SINGLETON_PUBLIC_ID = 1;

function makeDocument(
  compiled: CompiledType,
  head: ConstructorParameters<typeof Document>[0],
  stored: unknown,
  sealer: Sealer,
  problems: Problem[],
): AnyDocument {
  const { type } = compiled;
  // A name that was not found also fails the check for an id; it is reported once.
  const known = new Set(problems.map(({ field }) => field));
  problems.push(...compiled.innerProblems(stored).filter(({ field }) => !known.has(field)));
  const settings = deepFreeze(withSecrets(compiled, stored, head, sealer));
  const usability = problems.length > 0 ? unusable(problems) : check(compiled, settings);
  return new Document(head, type.title, settings, usability);
}

function check(compiled: CompiledType, settings: unknown): Usability<unknown> {
  const problems: Problem[] = [];
  const value = compiled.type.parse(settings as never, (field, message) => {
    problems.push({ kind: 'setting', field, message });
  });
  return problems.length > 0 ? unusable(problems) : { usable: true, value };
}

function unusable(problems: readonly Problem[]): Usability<never> {
  return { usable: false, problems: deepFreeze([...problems]) };
}

function withSecrets(compiled: CompiledType, stored: unknown, owner: SecretOwner, sealer: Sealer): unknown {
  return mapMembers(compiled.schema, stored, {
    ...untouched,
    secret(value, _field, schemaPath) {
      if (!isSealed(value)) return value === null ? null : new Secret(true, () => '');
      return openableSecret(sealer, value, secretContext(owner, schemaPath));
    },
  });
}

function upgraded({ type }: CompiledType, row: DocumentRow, problems: Problem[]): JsonObject {
  const unreadable = (message: string): JsonObject => {
    problems.push({ kind: 'setting', field: '', message });
    return {};
  };
  let settings: unknown;
  try {
    settings = JSON.parse(row.body);
  } catch {
    return unreadable('is damaged: what is stored is not JSON');
  }
  if (!isJsonObject(settings)) return unreadable('is damaged: what is stored is not an object');
  if (row.schemaVersion > type.schemaVersion) return unreadable('was stored by a newer release of this program');
  if (row.schemaVersion === type.schemaVersion || type.upgrade === undefined) return settings;
  return type.upgrade(settings, row.schemaVersion);
}
