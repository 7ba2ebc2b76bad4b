/** Traverses settings with their schema, and replaces references, secrets and paths. */
import { isJsonObject, memberPath } from './json.ts';
import {
  KEY_PATHS,
  type PathTemplate,
  REFERENCE,
  type ReferenceMember,
  type SchemaNode,
  SECRET,
} from './schema-members.ts';

/** Replacements of special members. Each method returns the new value of the member. */
export interface MemberVisitor {
  reference(value: unknown, member: ReferenceMember, field: string): unknown;
  /** @param schemaPath - path of the member without list indexes, such as `keys[].code`: the same for every item */
  secret(value: unknown, field: string, schemaPath: string): unknown;
  path(text: string, templates: readonly PathTemplate[], field: string): string;
  /** Called if two keys of a map have become equal. */
  sameKey?(key: string, field: string): void;
}

/** Copies `value`, in the outer or the inner form of `schema`, with its special members replaced. */
export function mapMembers(schema: SchemaNode, value: unknown, visitor: MemberVisitor): unknown {
  return map(schema, value, visitor, '', '');
}

/** Tells whether `schema` has special members anywhere; otherwise it need not be traversed. */
export function hasSpecialMembers(schema: SchemaNode): boolean {
  let found = special.get(schema);
  if (found === undefined) {
    found = [REFERENCE, SECRET, KEY_PATHS].some((key) => key in schema) || inner(schema).some(hasSpecialMembers);
    special.set(schema, found);
  }
  return found;
}

/** Tells whether a value of `schema` may be or contain a secret, so that it must not be shown. */
export function hasSecret(schema: SchemaNode): boolean {
  return SECRET in schema || inner(schema).some(hasSecret);
}

/** Returns the schema of the member `name` in an object of `schema`; undefined if there is none. */
export function memberSchema(schema: SchemaNode, name: string): SchemaNode | undefined {
  if (schema.properties !== undefined && Object.hasOwn(schema.properties, name)) return schema.properties[name];
  for (const [pattern, member] of Object.entries(schema.patternProperties ?? {})) {
    if (patternOf(pattern).test(name)) return member;
  }
  return typeof schema.additionalProperties === 'object' ? schema.additionalProperties : undefined;
}

/** Returns the branch of a union for `value`: the first one with matching type and constants. */
export function chooseBranch(schema: SchemaNode, value: unknown): SchemaNode | undefined {
  return schema.anyOf?.find((branch) => fits(branch, value));
}

function map(schema: SchemaNode, value: unknown, visitor: MemberVisitor, field: string, schemaPath: string): unknown {
  if (!hasSpecialMembers(schema)) return value;
  if (schema[REFERENCE] !== undefined) return visitor.reference(value, schema[REFERENCE], field);
  if (schema[SECRET] !== undefined) return visitor.secret(value, field, schemaPath);
  if (schema.anyOf !== undefined) {
    const branch = chooseBranch(schema, value);
    return branch === undefined ? value : map(branch, value, visitor, field, schemaPath);
  }
  if (Array.isArray(value)) {
    const { items } = schema;
    if (items === undefined) return value;
    return value.map((item, index) => map(items, item, visitor, memberPath(field, index), `${schemaPath}[]`));
  }
  return isJsonObject(value) ? mapObject(schema, value, visitor, field, schemaPath) : value;
}

function mapObject(
  schema: SchemaNode,
  value: Readonly<Record<string, unknown>>,
  visitor: MemberVisitor,
  field: string,
  schemaPath: string,
): unknown {
  const fixed = fixedSpecialMembers(schema);
  if (fixed !== undefined) {
    // Of a hundred settings a few are special: the others are copied together.
    const copy: Record<string, unknown> = { ...value };
    for (const [name, of] of fixed) {
      if (!Object.hasOwn(value, name)) continue;
      copy[name] = map(of, value[name], visitor, memberPath(field, name), memberPath(schemaPath, name));
    }
    return copy;
  }
  const mapped: Record<string, unknown> = {};
  const keyPaths = schema[KEY_PATHS];
  for (const [name, member] of Object.entries(value)) {
    const at = memberPath(field, name);
    const of = memberSchema(schema, name);
    const key = keyPaths === undefined ? name : visitor.path(name, keyPaths, at);
    if (Object.hasOwn(mapped, key)) visitor.sameKey?.(name, at);
    mapped[key] = of === undefined ? member : map(of, member, visitor, at, memberPath(schemaPath, name));
  }
  return mapped;
}

/** Returns the special members of an object with declared names; undefined for a map whose own keys or other members may be special. */
function fixedSpecialMembers(schema: SchemaNode): readonly (readonly [string, SchemaNode])[] | undefined {
  let fixed = fixedSpecial.get(schema);
  if (fixed === undefined) {
    const { properties = {}, patternProperties = {}, additionalProperties } = schema;
    const open = [
      ...Object.values(patternProperties),
      ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ];
    const isOpen = schema[KEY_PATHS] !== undefined || open.some(hasSpecialMembers);
    fixed = isOpen ? OPEN : Object.entries(properties).filter(([, of]) => hasSpecialMembers(of));
    fixedSpecial.set(schema, fixed);
  }
  return fixed === OPEN ? undefined : fixed;
}

function fits(schema: SchemaNode, value: unknown): boolean {
  if (schema[REFERENCE] !== undefined) return typeof value === 'string' || typeof value === 'number';
  if (schema[SECRET] !== undefined) return typeof value === 'string';
  if ('const' in schema) return schema.const === value;
  if (schema.enum !== undefined) return schema.enum.includes(value);
  if (schema.anyOf !== undefined) return schema.anyOf.some((branch) => fits(branch, value));
  if (schema.type === undefined) return true;
  if (schema.type === 'null') return value === null;
  if (schema.type === 'array') return Array.isArray(value);
  if (schema.type === 'object') return isJsonObject(value) && fitsConstants(schema, value);
  return typeof value === (schema.type === 'integer' ? 'number' : schema.type);
}

/** Compares members with constants, which distinguish the branches of a union of objects. */
function fitsConstants(schema: SchemaNode, value: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(schema.properties ?? {}).every(
    ([name, member]) => !('const' in member) || member.const === value[name],
  );
}

function inner(schema: SchemaNode): SchemaNode[] {
  const { properties, patternProperties, additionalProperties, items, anyOf } = schema;
  return [
    ...Object.values(properties ?? {}),
    ...Object.values(patternProperties ?? {}),
    ...(typeof additionalProperties === 'object' ? [additionalProperties] : []),
    ...(items === undefined ? [] : [items]),
    ...(anyOf ?? []),
  ];
}

function patternOf(source: string): RegExp {
  let pattern = patterns.get(source);
  if (pattern === undefined) patterns.set(source, (pattern = new RegExp(source, 'su')));
  return pattern;
}

/** Compiled patterns of schemas, whose number is limited since schemas are part of the program. */
const patterns = new Map<string, RegExp>();
const special = new WeakMap<SchemaNode, boolean>();
const fixedSpecial = new WeakMap<SchemaNode, readonly (readonly [string, SchemaNode])[]>();
const OPEN: readonly (readonly [string, SchemaNode])[] = [];
