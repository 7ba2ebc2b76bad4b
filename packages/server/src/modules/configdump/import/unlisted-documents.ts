import { AccessDeniedError, type Administrator } from '../../access/index.ts';
import type { ReadDocuments } from '../../administration/index.ts';
import type { UnlistedDocument } from './import-options.ts';
import type { ImportItem } from './read-items.ts';

/** Lists the documents that no item stands for, of the types that have items, as far as the administrator may see them. */
export async function unlistedDocuments(
  administrator: Administrator,
  items: readonly ImportItem[],
  readDocuments: Pick<ReadDocuments, 'list'>,
): Promise<readonly UnlistedDocument[]> {
  const listed = new Map<string, { readonly title: string; readonly identities: Set<string> }>();
  for (const { codec, read } of items) {
    const { token, title } = codec.type;
    const ofType = listed.get(token) ?? { title, identities: new Set<string>() };
    ofType.identities.add(identityOf(read));
    listed.set(token, ofType);
  }
  const unlisted: UnlistedDocument[] = [];
  for (const [type, { title, identities }] of listed) {
    for await (const { name, namespace } of visible(administrator, type, readDocuments))
      if (!identities.has(identityOf({ name, namespace }))) unlisted.push({ type, title, name, namespace });
  }
  return unlisted;
}

async function* visible(administrator: Administrator, type: string, readDocuments: Pick<ReadDocuments, 'list'>) {
  try {
    for (let after: string | undefined = ''; after !== undefined;) {
      const { documents, next } = await readDocuments.list(administrator, type, { after, limit: PAGE });
      yield* documents.filter(({ builtIn }) => !builtIn);
      after = next;
    }
  } catch (error) {
    // Somebody who may see none of the type learns of none.
    if (!(error instanceof AccessDeniedError)) throw error;
  }
}

function identityOf({ name, namespace }: { readonly name: string; readonly namespace: string }): string {
  return JSON.stringify([namespace, name.normalize('NFC')]);
}

const PAGE = 1000;
