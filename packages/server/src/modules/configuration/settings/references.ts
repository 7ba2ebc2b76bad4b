/** References between documents: search in settings, and conversion between names and ids. */
import { type Problem, shorten } from './problem.ts';
import { mapMembers, type MemberVisitor } from './map-members.ts';
import type { PathTemplate, SchemaNode } from './schema-members.ts';

/** A reference to a document of `type` by `name`, or by public id in old paths. */
export type Named =
  | { readonly type: string; readonly name: string }
  | { readonly type: string; readonly publicId: number };

/** Returns the id of the referenced document; undefined if it does not exist. */
export type FindId = (named: Named) => number | undefined;

/** Returns all references in settings in the outer form, with all possible meanings of paths. */
export function namesIn(schema: SchemaNode, settings: unknown): readonly Named[] {
  const found: Named[] = [];
  mapMembers(schema, settings, {
    ...untouched,
    reference(value, { type, words }) {
      if (typeof value === 'string' && !words.includes(value)) found.push({ type, name: value });
      return value;
    },
    path(text, templates) {
      const path = splitPath(text, templates);
      if (path !== undefined) found.push(...path.candidates.map(({ named }) => named));
      return text;
    },
  });
  return found;
}

/**
 * Replaces names by ids.
 *
 * @param problems - receives references to missing documents, which stay unchanged
 */
export function namesToIds(schema: SchemaNode, settings: unknown, find: FindId, problems: Problem[]): unknown {
  const missing = (field: string, type: string, name: string) => {
    const message = `names the ${type} '${shorten(name)}', which does not exist`;
    problems.push({ kind: 'reference', field, message, missing: { type, name } });
  };
  return mapMembers(schema, settings, {
    ...untouched,
    reference(value, { type, words }, field) {
      if (typeof value !== 'string' || words.includes(value)) return value;
      const id = find({ type, name: value });
      if (id === undefined) missing(field, type, value);
      return id ?? value;
    },
    path(text, templates, field) {
      const path = splitPath(text, templates);
      if (path === undefined) return text;
      for (const { named, rest } of path.candidates) {
        const id = find(named);
        if (id !== undefined) return `${path.prefix}${id}${rest}`;
      }
      missing(field, path.type, path.named);
      return text;
    },
    sameKey(_key, field) {
      problems.push({ kind: 'setting', field, message: 'stands for the same object as another path' });
    },
  });
}

/** Returns all ids in settings in the inner form, with their types. */
export function idsIn(
  schema: SchemaNode,
  settings: unknown,
): readonly { readonly type: string; readonly id: number }[] {
  const found: { type: string; id: number }[] = [];
  mapMembers(schema, settings, {
    ...untouched,
    reference(value, { type }) {
      if (typeof value === 'number') found.push({ type, id: value });
      return value;
    },
    path(text, templates) {
      const path = splitInnerPath(text, templates);
      if (path !== undefined) found.push({ type: path.type, id: path.id });
      return text;
    },
  });
  return found;
}

/** Replaces ids by names. Ids unknown to `nameOf` stay unchanged. */
export function idsToNames(
  schema: SchemaNode,
  settings: unknown,
  nameOf: (type: string, id: number) => string | undefined,
): unknown {
  return mapMembers(schema, settings, {
    ...untouched,
    reference: (value, { type }) => (typeof value === 'number' ? (nameOf(type, value) ?? value) : value),
    path(text, templates) {
      const path = splitInnerPath(text, templates);
      const name = path && nameOf(path.type, path.id);
      return name === undefined ? text : `${path!.prefix}${name}${path!.rest}`;
    },
  });
}

/** Visitor that leaves everything unchanged. */
export const untouched: MemberVisitor = {
  reference: (value) => value,
  secret: (value) => value,
  path: (text) => text,
};

interface OuterPath {
  readonly type: string;
  readonly prefix: string;
  /** Text after the prefix, for messages. */
  readonly named: string;
  /** Possible meanings, the longest name first, since names may contain `/`. A number that is not a name is a public id. */
  readonly candidates: readonly { readonly named: Named; readonly rest: string }[];
}

function splitPath(text: string, templates: readonly PathTemplate[]): OuterPath | undefined {
  const template = longestPrefix(text, templates);
  // A text without the last slash is not a path: it is refused as it was written.
  if (template === undefined || !text.endsWith('/')) return undefined;
  const { prefix, type } = template;
  const tail = text.slice(prefix.length);
  const segments = tail.split('/', MAX_SEGMENTS);
  const candidates: { named: Named; rest: string }[] = [];
  for (let count = segments.length; count > 0; count--) {
    const name = segments.slice(0, count).join('/');
    if (name !== '' && !name.endsWith('/')) candidates.push({ named: { type, name }, rest: tail.slice(name.length) });
  }
  const [first = ''] = segments;
  if (/^-?\d{1,10}$/.test(first)) {
    candidates.push({ named: { type, publicId: Number(first) }, rest: tail.slice(first.length) });
  }
  return { type, prefix, named: tail.replace(/\/$/, ''), candidates };
}

function splitInnerPath(text: string, templates: readonly PathTemplate[]) {
  const template = longestPrefix(text, templates);
  if (template === undefined) return undefined;
  const tail = text.slice(template.prefix.length);
  const digits = /^\d{1,16}(?=\/|$)/.exec(tail)?.[0];
  if (digits === undefined) return undefined;
  return { ...template, id: Number(digits), rest: tail.slice(digits.length) };
}

/** Returns the template with the longest prefix of `text` that leaves text for a name. */
function longestPrefix(text: string, templates: readonly PathTemplate[]): PathTemplate | undefined {
  let longest: PathTemplate | undefined;
  for (const template of templates) {
    if (!text.startsWith(template.prefix) || text.length === template.prefix.length) continue;
    if (longest === undefined || template.prefix.length > longest.prefix.length) longest = template;
  }
  return longest;
}

const MAX_SEGMENTS = 12;
