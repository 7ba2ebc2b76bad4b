/** The search for documents that name another one. */
import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { CompiledType } from './compiled-type.ts';
import type { AnyDocument } from './document.ts';
import type { DocumentHead, DocumentRow } from './document-store.ts';
import { idsIn, namesIn, shorten } from '../settings/index.ts';

/** The stored documents and their types, as far as the search reads them. */
export interface ReferringDocuments {
  compiled(token: string): CompiledType;
  /** The documents of types that can name one of `token` and that hold one of the texts `mentioning`. */
  referring(token: string, mentioning: readonly string[]): AsyncIterable<{ row: DocumentRow; settings: JsonObject }>;
}

/**
 * The stored documents that name `document`, itself excepted.
 *
 * Looks through all stored documents of the types that can name it, page by page.
 */
export async function* findReferring(
  configuration: ReferringDocuments,
  document: AnyDocument,
): AsyncGenerator<DocumentRow> {
  // A document that was stored unusable may hold the name, which JSON may have escaped.
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

/** The search of {@link findUsers}. */
export interface UserSearch {
  /** Ids of documents that do not count. */
  readonly except: ReadonlySet<number>;
  /** Documents that it does not tell of count as others. */
  readonly sees: (head: DocumentHead) => Promise<boolean>;
  /** The documents that are wanted at most. */
  readonly limit: number;
}

/** The documents that name `document` and that may be told, in words: `certificate profile 'Web Server'`; `more` when there are others. */
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

/** A document in words: `certificate profile 'Web Server'`. */
export function inWords(configuration: Pick<ReferringDocuments, 'compiled'>, { type, name }: DocumentHead): string {
  return `${configuration.compiled(type).type.title} '${shorten(name)}'`;
}
