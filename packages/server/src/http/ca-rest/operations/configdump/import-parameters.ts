/** The parameters of imports, in the query and in forms. */
import { Type } from 'typebox';
import type { ImportOptions } from '../../../../modules/configdump/index.ts';
import { InvalidInputError } from '../../errors.ts';

const flag = (description: string) => Type.Optional(Type.Boolean({ default: false, description }));
/** A wrong value has an answer of its own, so that it is any text here. */
const word = (value: string, description: string) =>
  Type.Optional(Type.String({ maxLength: 64, default: value, description }));

/** The parameters that the contract has in the query of one import and in the form of the other. */
export const IMPORT_PARAMETERS = {
  ignoreerrors: flag('`true`: items that cannot be imported are left out, and what is wrong with them is a warning.'),
  initialize: flag('`true`: new CAs get their keys and certificates, sub CAs after their issuers.'),
  continue: flag('`true`: the other items are imported when some cannot be. Otherwise nothing is.'),
  overwrite: word(
    'abort',
    'What becomes of an item that exists: `abort`, `skip` (it stays) or `yes` (it is replaced).',
  ),
  resolve: word(
    'abort',
    'What becomes of an item that names something that does not exist: `abort`, `skip` (it is left out) or `useDefault`.',
  ),
};

/** The parameters that are in the query of both. */
export const QUERY_PARAMETERS = {
  expand: flag(
    '`true`: `${NAME}` in secrets is replaced by that variable of the environment of the server; elsewhere it is refused. NAME begins with `SEALWRIGHT_IMPORT_`.',
  ),
  plan: flag('`true`: nothing is imported; the answer says what would be, with the revision of that plan.'),
  force: flag('`true`: also takes rights of the caller, and switches off `REST Configdump`.'),
  revision: Type.Optional(
    Type.String({
      maxLength: 64,
      description: 'The revision of a plan: the import is refused unless it comes to exactly that plan.',
    }),
  ),
};

/** The parameters of an import as they were sent. */
export type ImportParameters = Readonly<
  Partial<Record<keyof typeof IMPORT_PARAMETERS | keyof typeof QUERY_PARAMETERS, string | boolean>>
>;

/**
 * Reads the parameters.
 *
 * @throws {@link InvalidInputError} for a value that a parameter does not have
 */
export function importOptions(given: ImportParameters): ImportOptions & { readonly plan: boolean } {
  const isSet = (name: keyof ImportParameters) => choose(name, given[name] ?? false, BOOLEANS);
  return {
    ignoreErrors: isSet('ignoreerrors'),
    initialize: isSet('initialize'),
    continueAfterErrors: isSet('continue'),
    expand: isSet('expand'),
    force: isSet('force'),
    plan: isSet('plan'),
    overwrite: choose('overwrite', given.overwrite ?? 'abort', OVERWRITE, lowerCase),
    resolve: choose('resolve', given.resolve ?? 'abort', RESOLVE, lowerCase),
    revision: given.revision === undefined ? undefined : String(given.revision),
  };
}

function choose<T>(
  name: string,
  given: string | boolean,
  values: ReadonlyMap<string, T>,
  folded: (text: string) => string = (text) => text,
): T {
  const value = values.get(folded(String(given)));
  if (value === undefined) throw new InvalidInputError(`${given} is not a valid value for ${name}`);
  return value;
}

/** Folds a word: EJBCA's easy REST client takes these in any case, and sends them as they were typed. */
function lowerCase(text: string): string {
  return text.toLowerCase();
}

const BOOLEANS = new Map([
  ['true', true],
  ['false', false],
]);
/** Older clients send `true` for `yes`. */
const OVERWRITE = new Map([
  ['yes', 'yes'],
  ['true', 'yes'],
  ['skip', 'skip'],
  ['abort', 'abort'],
] as const);
const RESOLVE = new Map([
  ['abort', 'abort'],
  ['skip', 'skip'],
  ['usedefault', 'useDefault'],
  ['default', 'useDefault'],
] as const);
