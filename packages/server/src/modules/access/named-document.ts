/** Resources of documents that a caller has named, whether or not they exist. */
import type { NeededResource } from '../../kernel/access-rules.ts';
import { type EndEntityProfileRight, Resource } from './resources.ts';

/** A document by the name that a caller gave; its id is undefined if it does not exist. */
export interface NamedDocument {
  readonly id: number | undefined;
  readonly name: string;
}

/**
 * Returns the resource of a document that the caller named.
 *
 * Where there is none of the name, it is covered only by rules on all documents of the type. So a caller without a right to the document
 * gets one answer, whether it exists or not.
 *
 * @param pathOf - with the id or the name of the document in it
 */
export function resourceOfNamed(
  { id, name }: NamedDocument,
  pathOf: (document: string | number) => string,
): NeededResource {
  return { resource: pathOf(id ?? NO_DOCUMENT), shown: pathOf(name) };
}

/** The resources of documents that callers name. */
export const NamedResource = {
  ca: (ca: NamedDocument) => resourceOfNamed(ca, Resource.ca),
  endEntityProfile: (profile: NamedDocument, right: EndEntityProfileRight) =>
    resourceOfNamed(profile, (document) => Resource.endEntityProfile(document, right)),
} as const;

export function pathOf(needed: NeededResource): string {
  return typeof needed === 'string' ? needed : needed.resource;
}

/** Stands in for the id of a document that does not exist. Rules hold numeric ids, so none matches it. */
const NO_DOCUMENT = 'none';
