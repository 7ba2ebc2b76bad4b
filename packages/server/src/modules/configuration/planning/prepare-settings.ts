import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { type CompiledType, DocumentTooLargeError } from '../documents/index.ts';
import {
  type FindId,
  isJsonObject,
  jsonFault,
  keepOrSealSecrets,
  mapMembers,
  type Named,
  namesIn,
  namesToIds,
  type Problem,
  type Sealer,
  type SecretOwner,
  untouched,
} from '../settings/index.ts';

/** Settings checked against the schema, whose references are not resolved yet. */
export interface ReadSettings {
  /** Settings in the outer form, complete. */
  readonly settings: JsonObject;
  readonly names: readonly Named[];
  readonly problems: readonly Problem[];
}

/** Fills in the defaults of settings from an administrator, and checks them against the schema. */
export function readSettings(compiled: CompiledType, given: unknown): ReadSettings {
  const refuse = (field: string, message: string): ReadSettings => ({
    settings: {},
    names: [],
    problems: [{ kind: 'setting', field, message }],
  });
  if (!isJsonObject(given)) return refuse('', 'is given settings that are not an object');
  const fault = jsonFault(given);
  if (fault !== undefined) return refuse(fault.field, fault.message);
  const settings = compiled.withDefaults(given);
  return { settings, names: namesIn(compiled.schema, settings), problems: compiled.outerProblems(settings) };
}

/** Input of {@link storedBody}. */
export interface StoreSettings {
  readonly compiled: CompiledType;
  readonly read: ReadSettings;
  /** Stored settings to be replaced; undefined for a new document. */
  readonly previous: JsonObject | undefined;
  readonly owner: SecretOwner;
  readonly keepsEqualSecret: ((field: string) => boolean) | undefined;
  readonly find: FindId;
  readonly sealer: Sealer;
}

/**
 * Makes the stored form: ids in place of names, sealed secrets.
 *
 * @returns the JSON text, and all problems; a name that was not found stays in place
 * @throws {@link DocumentTooLargeError}
 */
export function storedBody({ compiled, read, previous, owner, keepsEqualSecret, find, sealer }: StoreSettings): {
  readonly body: string;
  readonly problems: readonly Problem[];
} {
  const { schema } = compiled;
  const problems = [...read.problems];
  const withIds = namesToIds(schema, withoutIds(compiled, read.settings), find, problems);
  const settings = keepOrSealSecrets(
    { schema, settings: withIds, previous, owner, keepsEqual: keepsEqualSecret },
    sealer,
    problems,
  );
  const body = JSON.stringify(settings);
  if (body.length > MAX_BODY) throw new DocumentTooLargeError(compiled.type.title, body.length, MAX_BODY);
  return { body, problems };
}

/** Converts numbers to names, since outside callers never use internal ids. */
function withoutIds({ schema }: CompiledType, settings: JsonObject): unknown {
  return mapMembers(schema, settings, {
    ...untouched,
    reference: (value) => (typeof value === 'number' ? String(value) : value),
  });
}

const MAX_BODY = 1_048_576;
