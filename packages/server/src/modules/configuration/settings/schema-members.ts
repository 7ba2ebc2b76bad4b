/**
 * Members of a settings schema that mean more than their JSON: references, secrets, labelled choices, paths that name documents.
 *
 * The schema describes the *outer* form, which administrators write: references are names, secrets are text. The static type is
 * that of the *inner* form, which modules work with: references are internal ids, secrets are {@link Secret}.
 */
import { Type, type TSchema, type TSchemaOptions, type TUnsafe } from 'typebox';
import type { Secret } from './secret.ts';

/** A reference member: the token of the type it names, and the words that stand for something else than a document. */
export interface ReferenceMember {
  readonly type: string;
  readonly words: readonly string[];
}

/** Paths in the keys of maps that name a document: `/ca/<CA>/` is the text before the name, the type and what follows. */
export interface PathTemplate {
  readonly prefix: string;
  readonly type: string;
}

/** A member that names a document: its name outside, its internal id inside. */
export function reference<const W extends string = never>(
  type: string,
  options: TSchemaOptions & { readonly words?: readonly W[]; readonly default?: string } = {},
): TUnsafe<number | W> {
  const { words = [], ...rest } = options;
  const member: ReferenceMember = { type, words };
  return Type.Unsafe<number | W>({ type: 'string', minLength: 1, maxLength: 255, ...rest, [REFERENCE]: member });
}

/** A secret: stored sealed, shown as `placeholder`. */
export function secret(options: TSchemaOptions & { readonly default?: string } = {}): TUnsafe<Secret> {
  return Type.Unsafe<Secret>({ type: 'string', maxLength: 4096, ...options, [SECRET]: true });
}

/**
 * One of a closed list of words. `labels` gives for each what the configuration dump calls it.
 *
 * `choice({ END_ENTITY: 'End Entity', SUB_CA: 'Sub CA' }, { default: 'END_ENTITY' })`
 */
export function choice<const L extends Readonly<Record<string, string>>>(
  labels: L,
  options: TSchemaOptions & { readonly default?: keyof L } = {},
): TUnsafe<keyof L & string> {
  return Type.Unsafe<keyof L & string>({ enum: Object.keys(labels), ...options, [LABELS]: labels });
}

/** A length of time such as `1y 2mo 3d 4h 5m 6s`, see `parseDuration`; kept as text, as an administrator wrote it. */
export function durationText(options: TSchemaOptions & { readonly default?: string } = {}): TUnsafe<string> {
  return Type.Unsafe<string>({ type: 'string', minLength: 1, maxLength: 64, ...options });
}

/**
 * A map whose keys are paths, some of which name a document: outside `/ca/Issuing CA/`, inside `/ca/1048576/`.
 *
 * @param templates - such as `/ca/<CA>/`: the token of a type in angle brackets; anything may follow
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

/** The schema of a JSON Schema document, as far as settings use it. */
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

/** The annotations, under keys of their own in the JSON Schema: the console's forms read them as well. */
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
