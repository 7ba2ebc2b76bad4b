/** Variables in secrets of a dump: `${SEALWRIGHT_IMPORT_PIN}` is replaced by what the environment of the server says. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { type AnyDocumentType, mapMembers } from '../../configuration/index.ts';
import type { ReadItem } from '../codec/index.ts';

/** Looks up a variable that may be used; undefined when it is not set. */
export type Variables = (name: string) => string | undefined;

/** The beginning of the names of variables that a dump may use: others of the server's environment are out of reach. */
const VARIABLE_PREFIX = 'SEALWRIGHT_IMPORT_';

/**
 * Replaces `${NAME}` in the secret settings of an item, and in nothing else: what is not a secret is shown and exported. A variable that stands
 * elsewhere, has another prefix, or is not set, is reported. A value is never looked at again, and never shown.
 */
export function expandSecrets(
  { schema }: AnyDocumentType,
  read: Pick<ReadItem, 'name' | 'namespace' | 'settings' | 'facts'>,
  variables: Variables,
  report: (message: string) => void,
): Pick<ReadItem, 'settings' | 'facts'> {
  const valueOf = (whole: string, name: string): string => {
    const value = name.startsWith(VARIABLE_PREFIX) ? variables(name) : undefined;
    if (value !== undefined) return value;
    const why = name.startsWith(VARIABLE_PREFIX)
      ? 'is not set in the environment of the server'
      : `does not begin with ${VARIABLE_PREFIX}, and no other variables are read`;
    report(`uses the variable \${${name}}, which ${why}`);
    return whole;
  };
  const membersWith = (secret: (value: unknown) => unknown) =>
    mapMembers(schema, read.settings, { reference: (value) => value, path: (text) => text, secret }) as JsonObject;
  const { [SECRET_FACT]: code, ...others } = read.facts;
  for (const [field, name] of variablesIn({ ...read, settings: membersWith(() => null), facts: others }))
    report(`uses the variable \${${name}} in ${field}, which is not a secret: variables stand in secrets only`);
  const expand = <T>(value: T) => (typeof value === 'string' ? value.replaceAll(VARIABLE, valueOf) : value);
  return {
    settings: membersWith(expand),
    facts: code === undefined ? others : { ...others, [SECRET_FACT]: expand(code) },
  };
}

/** Lists the variables in texts that are not secrets, with their fields. */
function variablesIn({
  name,
  namespace,
  settings,
  facts,
}: Pick<ReadItem, 'name' | 'namespace' | 'settings' | 'facts'>) {
  const found: (readonly [field: string, name: string])[] = [];
  const visit = (value: unknown, field: string): void => {
    if (typeof value === 'string') for (const [, variable] of value.matchAll(VARIABLE)) found.push([field, variable!]);
    if (typeof value !== 'object' || value === null) return;
    for (const [member, each] of Object.entries(value)) {
      const within = field === '' ? member : `${field}.${member}`;
      visit(member, within);
      visit(each, within);
    }
  };
  visit({ name, namespace }, '');
  visit(settings, '');
  visit(facts, '');
  return found;
}

/** The code that opens a crypto token once, and is not kept. */
const SECRET_FACT = 'Authentication Code';
const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}/g;
