import type { Configuration } from './configuration.ts';
import type { AnyDocument } from './document.ts';
import { shorten } from './errors.ts';
import { idsIn, namesIn } from './references.ts';

/**
 * The documents that name `document`, in words: `certificate profile 'Web Server'`.
 *
 * Looks through all stored documents of the types that can name it, page by page.
 *
 * @param except - ids of documents that do not count
 * @param limit - how many are wanted at most
 */
export async function findUsers(
  configuration: Configuration,
  document: AnyDocument,
  except: ReadonlySet<number>,
  limit: number,
): Promise<readonly string[]> {
  const users: string[] = [];
  // A document that was stored unusable may hold the name, which JSON may have escaped.
  const mentioning = [String(document.id), JSON.stringify(document.name).slice(1, -1)];
  for await (const { row, settings } of configuration.referring(document.type, mentioning)) {
    if (except.has(row.id) || row.id === document.id) continue;
    const { schema, type } = configuration.compiled(row.type);
    const uses =
      idsIn(schema, settings).some((named) => named.type === document.type && named.id === document.id) ||
      (type.mayBeUnusable === true &&
        namesIn(schema, settings).some((n) => 'name' in n && n.type === document.type && n.name === document.name));
    if (uses) users.push(`${type.title} '${shorten(row.name)}'`);
    if (users.length >= limit) break;
  }
  return users;
}
