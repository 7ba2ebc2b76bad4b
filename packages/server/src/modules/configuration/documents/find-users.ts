/** Search for documents that reference another one. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { CompiledType } from './compiled-type.ts';
import type { AnyDocument } from './document.ts';
import type { DocumentHead, DocumentRow } from './document-store.ts';
import { idsIn, namesIn, shorten } from '../settings/index.ts';

/** Stored documents and their types, as the search reads them. */
export interface ReferringDocuments {
  compiled(token: string): CompiledType;
  /** Finds the documents of types that can reference one of type `token` and whose body contains one of the texts in `mentioning`. */
  referring(token: string, mentioning: readonly string[]): AsyncIterable<{ row: DocumentRow; settings: JsonObject }>;
}

/**
 * Finds the stored documents that reference `document`, except itself.
 *
 * It searches all stored documents of the types that can reference it, page by page.
 */
export async function* findReferring(
  configuration: ReferringDocuments,
  document: AnyDocument,
): AsyncGenerator<DocumentRow> {
  // A document that was stored as unusable may contain the name, possibly escaped in JSON.
  const mentioning = [String(document.id), JSON.stringify(document.name).slice(1, -1)];
  for await (const { row, settings } of configuration.referring(document.type, mentioning)) {
    if (row.id === document.id) continue;
    const { schema, type } = configuration.compiled(row.type);
    const uses =
      idsIn(schema, settings).some((named) => named.type === document.type && named.id === document.id) ||
      (type.mayBeUnusable === true &&
        namesIn(schema, settings).some((n) => 'name' in n && n.type === document.type && n.name === document.name));
    if (uses) yield row;
  }
}

/** Options of {@link findUsers}. */
export interface UserSearch {
  /** Ids of documents that do not count. */
  readonly except: ReadonlySet<number>;
  /** Tells whether the caller may know of a document; others are only reported as `more`. */
  readonly sees: (head: DocumentHead) => Promise<boolean>;
  /** Maximum number of documents to return. */
  readonly limit: number;
}

/**
 * Finds the documents that reference `document` and that the caller may know of, as text such as `certificate profile 'Web Server'`; `more` if there
 * are others.
 */
export async function findUsers(
  configuration: ReferringDocuments,
  document: AnyDocument,
  { except, sees, limit }: UserSearch,
): Promise<{ readonly users: readonly string[]; readonly more: boolean }> {
  const users: string[] = [];
  let more = false;
  for await (const head of findReferring(configuration, document)) {
    if (except.has(head.id)) continue;
    if (users.length === limit) return { users, more: true };
    if (await sees(head)) users.push(inWords(configuration, head));
    else more = true;
  }
  return { users, more };
}

/** Returns a document as text such as `certificate profile 'Web Server'`. */
export function inWords(configuration: Pick<ReferringDocuments, 'compiled'>, { type, name }: DocumentHead): string {
  return `${configuration.compiled(type).type.title} '${shorten(name)}'`;
}
