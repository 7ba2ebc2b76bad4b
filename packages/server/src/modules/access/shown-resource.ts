/** Resources as messages show them: with names in place of ids. */
import { anyAllows } from './access-rules.ts';
import { DOCUMENTS_IN_RESOURCES } from './resources.ts';
import type { Role } from './role.ts';

/** Finds the name of a document by the token of its type and its id. */
export type NameOf = (type: string, id: number) => Promise<string | undefined>;

/**
 * Returns the resource with the name of its document, as roles are written.
 *
 * @param roles - those of the caller; a name that they need not know is left out. Undefined: it is for auditors
 */
export async function shownResource(
  resource: string,
  nameOf: NameOf,
  roles?: readonly Pick<Role, 'rules'>[],
): Promise<string> {
  const found = splitResource(resource);
  if (found === undefined) return resource;
  const { type, prefix, id, rest } = found;
  const isTold = roles === undefined || isKnown(found, roles);
  const name = isTold ? await nameOf(type, id) : undefined;
  return `${prefix}${name ?? `<${type}>`}${rest}`;
}

interface ResourceOfDocument {
  readonly type: string;
  readonly prefix: string;
  readonly id: number;
  readonly rest: string;
  /** The resource that allows seeing the document. */
  readonly view: string;
}

function splitResource(resource: string): ResourceOfDocument | undefined {
  for (const { type, prefixes, view } of DOCUMENTS_IN_RESOURCES) {
    const prefix = prefixes.find((one) => resource.startsWith(one));
    const [, digits, rest] = (prefix && /^(\d{1,16})(\/.*)$/.exec(resource.slice(prefix.length))) || [];
    if (prefix !== undefined && digits !== undefined)
      return { type, prefix, id: Number(digits), rest: rest!, view: view(Number(digits)) };
  }
  return undefined;
}

/** Tells whether a role has a rule on the document, or one that allows seeing it. */
function isKnown({ type, id, view }: ResourceOfDocument, roles: readonly Pick<Role, 'rules'>[]): boolean {
  if (anyAllows(roles, view)) return true;
  return roles.some(({ rules }) =>
    rules.keys().some((path) => {
      const found = splitResource(path);
      return found?.type === type && found.id === id;
    }),
  );
}
