/** The members of a schema of settings, one row each, nested ones by their paths. */
import { parseDuration } from '../../packages/server/src/modules/configuration/index.ts';
import { alternatives, code } from './markdown.ts';

/** One member. */
export interface Member {
  /** From the settings: `certificatePolicies[].policyId`, `subjectDn.<name>[].required`. */
  readonly path: string;
  /** The values that it takes, with units and bounds. */
  readonly type: string;
  /** JSON, or empty for a member that has to be given. */
  readonly usual: string;
  /** Empty when the schema has none. */
  readonly description: string;
}

/** The keywords of a JSON Schema that are read here. */
export interface Schema {
  readonly type?: 'null' | 'boolean' | 'integer' | 'string' | 'array' | 'object';
  readonly description?: string;
  readonly default?: unknown;
  readonly enum?: readonly string[];
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly maxProperties?: number;
  readonly pattern?: string;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly patternProperties?: Readonly<Record<string, Schema>>;
  readonly additionalProperties?: Schema | boolean;
  readonly items?: Schema;
  readonly anyOf?: readonly Schema[];
  readonly 'x-reference'?: { readonly type: string; readonly words: readonly string[] };
  readonly 'x-secret'?: true;
}

/**
 * Lists all members of an object.
 *
 * @param titles - what one document of each type is called, by token
 */
export function membersOf(schema: Schema, titles: ReadonlyMap<string, string>): readonly Member[] {
  const shown = new Map<string, string>();
  return below(schema, '');

  function below(node: Schema, path: string): Member[] {
    return Object.entries(node.properties ?? {}).flatMap(([name, member]) => {
      const at = path === '' ? name : `${path}.${name}`;
      const optional = !(node.required ?? []).includes(name) && member.default === undefined;
      return [memberAt(at, member, optional), ...inside(member, at)];
    });
  }

  /** Lists the members in a list, a map or an alternative. One of a kind that was shown before is only named. */
  function inside(node: Schema, path: string): Member[] {
    if (node.items !== undefined) return once(node.items, `${path}[]`);
    if (node.anyOf !== undefined) return node.anyOf.flatMap((each) => inside(each, path));
    return [...below(node, path), ...valuesOf(node).flatMap((value) => once(value, `${path}.<name>`))];
  }

  function once(node: Schema, path: string): Member[] {
    if (node.properties === undefined) return inside(node, path);
    const kind = JSON.stringify(node.properties);
    const before = shown.get(kind);
    if (before !== undefined && before !== path)
      return [{ path, type: 'map', usual: '', description: `As ${code(before)}.` }];
    shown.set(kind, path);
    return inside(node, path);
  }

  function memberAt(path: string, member: Schema, optional: boolean): Member {
    const usual = member.default === undefined ? (optional ? 'none' : '') : code(JSON.stringify(member.default));
    return { path, type: typeOf(member, titles), usual, description: member.description ?? '' };
  }
}

/** The schemas of the values of a map. */
function valuesOf({ patternProperties = {}, additionalProperties }: Schema): readonly Schema[] {
  return [
    ...Object.values(patternProperties),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
  ];
}

function typeOf(node: Schema, titles: ReadonlyMap<string, string>): string {
  const { 'x-reference': reference } = node;
  if (reference !== undefined)
    return alternatives([`name of a ${titles.get(reference.type) ?? reference.type}`, ...reference.words.map(code)]);
  if (node['x-secret'] === true) return `secret, ${lengthOf(node)}`;
  if (node.enum !== undefined) return node.enum.map(code).join(', ');
  if (node.anyOf !== undefined) return alternatives(node.anyOf.map((each) => typeOf(each, titles)));
  if (Object.keys(node).length === 0) return 'any value';
  if (node.type === undefined) throw new TypeError(`A setting has no type: ${JSON.stringify(node)}`);
  return WORDS[node.type](node, titles);
}

const WORDS: Readonly<
  Record<NonNullable<Schema['type']>, (node: Schema, titles: ReadonlyMap<string, string>) => string>
> = {
  null: () => code('null'),
  boolean: () => 'boolean',
  integer: (node) => `whole number${rangeOf(node)}`,
  string: (node) => (isDuration(node) ? 'length of time' : textOf(node)),
  array: (node, titles) => `list${countOf(node.minItems, node.maxItems)}${itemsOf(node, titles)}`,
  object: (node, titles) => `map${countOf(undefined, node.maxProperties)}${valueOf(node, titles)}`,
};

function textOf(node: Schema): string {
  return node.pattern === undefined ? `text, ${lengthOf(node)}` : `text that matches ${code(node.pattern)}`;
}

function lengthOf({ minLength = 0, maxLength }: Schema): string {
  if (maxLength === undefined) return 'of any length';
  return minLength > 0 ? `${minLength} to ${number(maxLength)} characters` : `at most ${number(maxLength)} characters`;
}

function rangeOf({ minimum, maximum }: Schema): string {
  if (minimum !== undefined && maximum !== undefined) return `, ${number(minimum)} to ${number(maximum)}`;
  if (minimum !== undefined) return `, ${number(minimum)} or more`;
  return maximum === undefined ? '' : `, at most ${number(maximum)}`;
}

function countOf(minimum = 0, maximum: number | undefined): string {
  if (maximum === undefined) return '';
  return minimum > 0 ? ` of ${minimum} to ${number(maximum)}` : ` of at most ${number(maximum)}`;
}

function itemsOf({ items }: Schema, titles: ReadonlyMap<string, string>): string {
  if (items === undefined || items.properties !== undefined) return '';
  return `: ${typeOf(items, titles)}`;
}

function valueOf(node: Schema, titles: ReadonlyMap<string, string>): string {
  const [value] = valuesOf(node).filter((each) => each.properties === undefined && each.type !== 'array');
  return value === undefined ? '' : `: ${typeOf(value, titles)}`;
}

/** Lengths of time have the form of texts; their defaults tell them apart. */
function isDuration({ minLength, maxLength, default: usual }: Schema): boolean {
  return minLength === 1 && maxLength === 64 && typeof usual === 'string' && parseDuration(usual) !== undefined;
}

function number(value: number): string {
  return value.toLocaleString('en').replaceAll(',', value >= 10_000 || value <= -10_000 ? ',' : '');
}
