/** Variables in texts of a dump: `${SEALWRIGHT_IMPORT_PIN}` is replaced by what the environment of the server says. */
import type { ImportRemark, RawItem } from './import-options.ts';

/** Looks up a variable that may be used; undefined when it is not set. */
export type Variables = (name: string) => string | undefined;

/** The beginning of the names of variables that a dump may use: others of the server's environment are out of reach. */
const VARIABLE_PREFIX = 'SEALWRIGHT_IMPORT_';

/**
 * Replaces `${NAME}` in all texts of an item, but not in its keys. A variable of another prefix, or one that is not set, is an error. A value
 * is never looked at again, and never shown.
 */
export function expandItem(item: RawItem, variables: Variables, errors: ImportRemark[]): RawItem {
  const unknown = new Set<string>();
  const expand = (value: unknown): unknown => {
    if (typeof value === 'string') return value.replaceAll(VARIABLE, (whole, name: string) => valueOf(whole, name));
    if (Array.isArray(value)) return value.map(expand);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, expand(member)]));
  };
  const valueOf = (whole: string, name: string): string => {
    const value = name.startsWith(VARIABLE_PREFIX) ? variables(name) : undefined;
    if (value === undefined) unknown.add(name);
    return value ?? whole;
  };
  const content = expand(item.content);
  for (const name of unknown) {
    const why = name.startsWith(VARIABLE_PREFIX)
      ? 'is not set in the environment of the server'
      : `does not begin with ${VARIABLE_PREFIX}, and no other variables are read`;
    errors.push({ where: item.where, message: `uses the variable \${${name}}, which ${why}` });
  }
  return { ...item, content };
}

const VARIABLE = /\$\{([A-Za-z_][A-Za-z0-9_]{0,127})\}/g;
