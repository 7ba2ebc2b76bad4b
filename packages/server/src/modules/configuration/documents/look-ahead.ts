import type { AnyDocument, Document } from './document.ts';
import { nameKeyOf } from './document-name.ts';
import type { AnyDocumentType, TypeOf } from './document-type.ts';
import type { FindId, Named } from '../settings/index.ts';

/** A document by its name. */
export interface DocumentByName {
  readonly type: string;
  readonly name: string;
  readonly namespace?: string | undefined;
}

/** The configuration as {@link LookAhead} reads it. */
export interface LookAheadSource {
  type(token: string): AnyDocumentType;
  isType(token: string): boolean;
  find<S, C>(type: TypeOf<S, C>, name: string, namespace?: string): Promise<Document<S, C> | undefined>;
  findByPublicId<S, C>(type: TypeOf<S, C>, publicId: number): Promise<Document<S, C> | undefined>;
  /** Reads the documents of a type with these keys, and gives the keys of those that there are. */
  readTogether(token: string, nameKeys: readonly string[]): Promise<ReadonlySet<string>>;
}

/**
 * The documents that one plan looks up, read many at a time: an answer of the database to each name by itself would make a plan of thousands of documents
 * wait for minutes.
 *
 * A name that was not found is known for this plan only. The configuration does not remember it, since another process may give it to a
 * document before this one hears of a new epoch; the commit of a plan is refused then.
 */
export class LookAhead {
  readonly #source: LookAheadSource;
  readonly #looked = new Map<string, Map<string, 'there' | 'absent'>>();

  constructor(source: LookAheadSource) {
    this.#source = source;
  }

  /** Reads the documents that are going to be looked up. */
  async add(documents: Iterable<DocumentByName>): Promise<void> {
    for (const [token, keys] of this.#unknown(documents)) {
      const looked = this.#ofType(token);
      for (let from = 0; from < keys.length; from += TOGETHER) {
        const some = keys.slice(from, from + TOGETHER);
        const found = await this.#source.readTogether(token, some);
        for (const key of some) looked.set(key, found.has(key) ? 'there' : 'absent');
      }
    }
  }

  /** The document of that name, or undefined. */
  async find<S, C>(type: TypeOf<S, C>, name: string, namespace = ''): Promise<Document<S, C> | undefined> {
    const key = nameKeyOf(this.#source.type(type.token).names, name, namespace);
    if (this.#looked.get(type.token)?.get(key) === 'absent') return undefined;
    return this.#source.find(type, name, namespace);
  }

  /** Looks up all that settings name, so that the answers are there at once. */
  async lookUp(names: readonly Named[]): Promise<FindId> {
    const ids = new Map<string, number>();
    for (const named of names) {
      const key = namedKey(named);
      if (ids.has(key) || !this.#source.isType(named.type)) continue;
      const found = await this.#named(named);
      if (found !== undefined) ids.set(key, found.id);
    }
    return (named) => ids.get(namedKey(named));
  }

  #named(named: Named): Promise<AnyDocument | undefined> {
    const type = this.#source.type(named.type);
    return 'name' in named ? this.find(type, named.name) : this.#source.findByPublicId(type, named.publicId);
  }

  /** Returns the keys that were not looked up before, by type. There is no question to the only document of its type. */
  #unknown(documents: Iterable<DocumentByName>): ReadonlyMap<string, readonly string[]> {
    const unknown = new Map<string, Set<string>>();
    for (const { type: token, name, namespace } of documents) {
      if (!this.#source.isType(token)) continue;
      const { names } = this.#source.type(token);
      if (names.kind === 'singleton') continue;
      const key = nameKeyOf(names, name, namespace);
      if (this.#ofType(token).has(key)) continue;
      const keys = unknown.get(token);
      if (keys === undefined) unknown.set(token, new Set([key]));
      else keys.add(key);
    }
    return new Map([...unknown].map(([token, keys]) => [token, [...keys]]));
  }

  #ofType(token: string): Map<string, 'there' | 'absent'> {
    const known = this.#looked.get(token) ?? new Map<string, 'there' | 'absent'>();
    this.#looked.set(token, known);
    return known;
  }
}

function namedKey(named: Named): string {
  return 'name' in named ? `${named.type}/n/${named.name}` : `${named.type}/i/${named.publicId}`;
}

/** Number of documents of a few kilobytes each that do not hold the event loop. */
const TOGETHER = 100;
