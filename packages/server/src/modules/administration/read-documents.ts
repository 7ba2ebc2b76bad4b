/** Reading of documents by administrators: the list, one of them, and who uses it. */
import type { JsonObject } from '../../kernel/canonical-json.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { Administrator } from '../access/index.ts';
import type {
  AnyDocument,
  Configuration,
  DocumentHead,
  DocumentPlanner,
  DocumentUsers,
  Target,
} from '../configuration/index.ts';
import type { DocumentAccess } from './document-access.ts';

/** A page of a list. */
export interface DocumentPage {
  readonly documents: readonly (DocumentHead & { readonly builtIn: boolean })[];
  /** Opaque marker of the next page; undefined when this is the last one. */
  readonly next: string | undefined;
}

/** A document and its settings as an administrator sees and writes them: names in place of ids, `placeholder` for secrets. */
export interface PresentedDocument {
  readonly document: AnyDocument;
  readonly settings: JsonObject;
}

export interface ReadDocumentsDeps {
  readonly documentAccess: DocumentAccess;
  readonly configuration: Configuration;
  readonly planner: DocumentPlanner;
}

export class ReadDocuments extends WithDeps<ReadDocumentsDeps> {
  /**
   * The documents of a type that the administrator may see: the built-in ones, then the others in the order of their names.
   *
   * @param page - `after` is the `next` of the page before, `''` begins; `limit` holds for documents that are not built in
   */
  async list(
    administrator: Administrator,
    token: string,
    { after, limit }: { readonly after: string; readonly limit: number },
  ): Promise<DocumentPage> {
    const { documentAccess, configuration } = this.deps;
    await documentAccess.authorizeType(administrator, token);
    const documents: DocumentPage['documents'][number][] = [];
    let room = limit;
    for (let last = after; ;) {
      const read = Math.max(room, SMALLEST_READ);
      const heads = await configuration.pageHeads(token, last, read);
      for (const head of heads) {
        const builtIn = head.id < FIRST_STORED_ID;
        if (!builtIn) last = head.nameKey;
        if (!(await documentAccess.sees(administrator, head))) continue;
        documents.push({ ...head, builtIn });
        if (!builtIn && --room === 0) return { documents, next: last };
      }
      if (heads.length < read) return { documents, next: undefined };
    }
  }

  /** One document. */
  async get(administrator: Administrator, target: Target): Promise<PresentedDocument> {
    const { configuration, documentAccess } = this.deps;
    const document = await documentAccess.getVisible(administrator, target);
    return { document, settings: await configuration.present(document) };
  }

  /** Lists the users of a document: it cannot be removed while anybody does. */
  async usersOf(administrator: Administrator, target: Target): Promise<DocumentUsers> {
    const { documentAccess, planner } = this.deps;
    const document = await documentAccess.getVisible(administrator, target);
    return planner.usersOf(document, (user) => documentAccess.sees(administrator, user));
  }
}

/** Built-in documents have smaller ids. */
const FIRST_STORED_ID = 1000;
/** A caller who sees few of many documents is not to cause a query for each of those. */
const SMALLEST_READ = 100;
