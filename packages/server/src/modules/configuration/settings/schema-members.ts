/**
 * Special members of a settings schema, with more meaning than their JSON: references, secrets, labelled choices, paths that name documents.
 *
 * The schema describes the *outer* form, which administrators write: references are names, secrets are text. The static type is that of the *inner*
 * form, which modules use: references are internal ids, secrets are {@link Secret}.
 */
import { Type, type TSchema, type TSchemaOptions, type TUnsafe } from 'typebox';
import type { Secret } from './secret.ts';

/** A reference member: the token of the referenced type, and words that may be used instead of a name. */
export interface ReferenceMember {
  readonly type: string;
  readonly words: readonly string[];
}

/** Keys of maps that are paths and name a document: `/ca/<CA>/` has a prefix, a type and a rest. */
export interface PathTemplate {
  readonly prefix: string;
  readonly type: string;
}

/** Declares a member that references a document, by name in the outer form and by internal id in the inner form. */
export function reference<const W extends string = never>(
  type: string,
  options: TSchemaOptions & { readonly words?: readonly W[]; readonly default?: string } = {},
): TUnsafe<number | W> {
  const { words = [], ...rest } = options;
  const member: ReferenceMember = { type, words };
  return Type.Unsafe<number | W>({ type: 'string', minLength: 1, maxLength: 255, ...rest, [REFERENCE]: member });
}

/** Declares a secret: stored sealed, shown as `placeholder`. */
export function secret(options: TSchemaOptions & { readonly default?: string } = {}): TUnsafe<Secret> {
  return Type.Unsafe<Secret>({ type: 'string', maxLength: 4096, ...options, [SECRET]: true });
}

/**
 * Declares a choice from a closed list of words. `labels` has the label of each in configuration dumps.
 *
 * `choice({ END_ENTITY: 'End Entity', SUB_CA: 'Sub CA' }, { default: 'END_ENTITY' })`
 */
export function choice<const L extends Readonly<Record<string, string>>>(
  labels: L,
  options: TSchemaOptions & { readonly default?: keyof L } = {},
): TUnsafe<keyof L & string> {
  return Type.Unsafe<keyof L & string>({ enum: Object.keys(labels), ...options, [LABELS]: labels });
}

/** Declares a duration such as `1y 2mo 3d 4h 5m 6s`, see `parseDuration`; kept as the text that an administrator wrote. */
export function durationText(options: TSchemaOptions & { readonly default?: string } = {}): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', minLength: 1, maxLength: 64, ...options });
}

/**
 * Declares a map whose keys are paths, some of which name a document: `/ca/Issuing CA/` in the outer form, `/ca/1048576/` in the inner form.
 *
 * @param templates - such as `/ca/<CA>/`: a type token in angle brackets, followed by anything
 */
export function pathRecord<V extends TSchema>(
  value: V,
  templates: readonly string[],
  options: TSchemaOptions & {
    readonly default?: Readonly<Record<string, unknown>>;
    readonly maxProperties?: number;
  } = {},
) {
  return Type.Record(Type.String(), value, {
    maxProperties: 10_000,
    ...options,
    [KEY_PATHS]: templates.map(parseTemplate),
  });
}

/** A node of a JSON Schema, with the keywords that settings use. */
export interface SchemaNode {
  readonly type?: string;
  readonly title?: string;
  readonly description?: string;
  readonly minLength?: number;
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly default?: unknown;
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly patternProperties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly items?: SchemaNode;
  readonly anyOf?: readonly SchemaNode[];
  readonly [REFERENCE]?: ReferenceMember;
  readonly [SECRET]?: true;
  readonly [LABELS]?: Readonly<Record<string, string>>;
  readonly [KEY_PATHS]?: readonly PathTemplate[];
}

/** Annotations, as further keys in the JSON Schema, which the console's forms also use. */
export const REFERENCE = 'x-reference';
export const SECRET = 'x-secret';
export const LABELS = 'x-labels';
export const KEY_PATHS = 'x-key-paths';

function parseTemplate(template: string): PathTemplate {
  const start = template.indexOf('<');
  const end = template.indexOf('>', start);
  if (start < 1 || end < 0) throw new TypeError(`the path template '${template}' has no <TYPE>`);
  return { prefix: template.slice(0, start), type: template.slice(start + 1, end) };
}
