/** Resources as messages show them: with names in them where rules hold ids. */
import { anyAllows } from './access-rules.ts';
import { Resource } from './resources.ts';
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
}

function splitResource(resource: string): ResourceOfDocument | undefined {
  for (const [type, pattern] of PATTERNS) {
    const [, prefix, id, rest] = pattern.exec(resource) ?? [];
    if (prefix !== undefined) return { type, prefix, id: Number(id), rest: rest! };
  }
  return undefined;
}

/** Returns whether a rule of a role is on the document, or lets documents of the type be seen. */
function isKnown({ type, id }: ResourceOfDocument, roles: readonly Pick<Role, 'rules'>[]): boolean {
  if (anyAllows(roles, VIEW[type]!(id))) return true;
  return roles.some(({ rules }) =>
    rules.keys().some((path) => {
      const found = splitResource(path);
      return found?.type === type && found.id === id;
    }),
  );
}

const VIEW: Readonly<Record<string, (id: number) => string>> = {
  CA: (id) => Resource.ca(id),
  EEPROFILE: () => Resource.ra.viewEndEntityProfiles,
  CRYPTOTOKEN: (id) => `/cryptotoken/view/${id}/`,
};
const PATTERNS: readonly (readonly [type: string, pattern: RegExp])[] = [
  ['CA', /^(\/ca\/)(\d{1,16})(\/.*)$/],
  ['EEPROFILE', /^(\/endentityprofilesrules\/)(\d{1,16})(\/.*)$/],
  ['CRYPTOTOKEN', /^(\/cryptotoken\/(?:keys\/)?[a-z]+\/)(\d{1,16})(\/.*)$/],
];
