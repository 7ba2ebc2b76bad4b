import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { Pace } from '../../../kernel/pace.ts';
import { CompiledType } from './compiled-type.ts';
import type { AnyDocument, Document } from './document.ts';
import { nameKeyOf } from './document-name.ts';
import type { DocumentHead, DocumentRow, DocumentStore } from './document-store.ts';
import type { DocumentAdministration } from './document-administration.ts';
import type { AnyDocumentType, DocumentHooks, HooksOfType, TypeOf } from './document-type.ts';
import { DocumentNotFoundError, UnknownDocumentTypeError } from './errors.ts';
import { findReferring } from './find-users.ts';
import {
  type FindId,
  idsIn,
  idsToNames,
  mapMembers,
  type Named,
  namesIn,
  type Sealer,
  Secret,
  untouched,
} from '../settings/index.ts';
import { loadDocument, storedSettings } from './load-document.ts';
import { type FixedDocuments, fixedDocuments, TypeCache } from './type-cache.ts';

/** Dependencies of {@link Configuration}. */
export interface ConfigurationDeps {
  readonly store: DocumentStore;
  readonly sealer: Sealer;
  readonly types: readonly AnyDocumentType[];
  /** Makes the hooks of types that have any. */
  readonly hooks?: (configuration: Configuration) => readonly HooksOfType[];
}

/**
 * The documents as the rest of the program reads them: checked, immutable, loaded when first asked for and kept until the epoch
 * moves.
 *
 * A plan notes {@link Configuration.epoch} *before* it reads its first document and commits under it: should anything have
 * changed since, the commit is refused and the plan is made again. So what is read here may be old, but nothing is decided by it.
 */
export class Configuration {
  readonly #store: DocumentStore;
  readonly #sealer: Sealer;
  readonly #types: ReadonlyMap<string, CompiledType>;
  readonly #hooks: ReadonlyMap<string, DocumentHooks<unknown, unknown>>;
  /** The last loaded version of each document: read again under the same version it need not be checked again. */
  readonly #checked = new Map<number, AnyDocument>();
  readonly #fixed = new Map<string, FixedDocuments>();
  #epoch = 0;
  /** A map of its own for each epoch: what was being read when it moved goes into the map of before. */
  #caches = new Map<string, TypeCache>();

  private constructor({ store, sealer, types, hooks }: ConfigurationDeps) {
    this.#store = store;
    this.#sealer = sealer;
    this.#types = new Map(types.map((type) => [type.token, new CompiledType(type)]));
    if (this.#types.size < types.length) throw new TypeError('two types of document have the same token');
    this.#hooks = new Map(hooks?.(this).map((one) => [one.token, one.hooks]));
  }

  /** Reads the epoch, and no document. */
  static async start(deps: ConfigurationDeps): Promise<Configuration> {
    const configuration = new Configuration(deps);
    await configuration.refresh();
    return configuration;
  }

  /** The epoch that this process knows of. Note it before the first read of a plan. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Reads the epoch and forgets all documents when it has moved. Called after a commit that moves it, when a plan failed because
   * it had moved, and once a second for what other processes did.
   *
   * @returns whether it had moved
   */
  async refresh(): Promise<boolean> {
    const epoch = await this.#store.readEpoch();
    // When two refreshes are under way, the one that read earlier may answer later.
    if (epoch <= this.#epoch) return false;
    this.#epoch = epoch;
    this.#caches = new Map();
    return true;
  }

  /** The document of that name, or undefined. */
  find<S, C>(type: TypeOf<S, C>, name: string, namespace = ''): Promise<Document<S, C> | undefined> {
    const cache = this.#cache(type.token);
    const key = nameKeyOf(cache.compiled.type.names, name, namespace);
    const found = cache.byName.get(key) ?? this.#loadByName(cache, key);
    return found as Promise<Document<S, C> | undefined>;
  }

  /**
   * As {@link find}.
   *
   * @throws {@link DocumentNotFoundError}
   */
  async get<S, C>(type: TypeOf<S, C>, name: string, namespace = ''): Promise<Document<S, C>> {
    const found = await this.find(type, name, namespace);
    if (found === undefined) throw new DocumentNotFoundError(this.type(type.token).title, name);
    return found;
  }

  /** The document with that internal id, or undefined. */
  findById<S, C>(type: TypeOf<S, C>, id: number): Promise<Document<S, C> | undefined> {
    const cache = this.#cache(type.token);
    const found = cache.byId.get(id) ?? this.#load(cache, cache.byId, id, () => this.#store.findById(type.token, id));
    return found as Promise<Document<S, C> | undefined>;
  }

  /**
   * As {@link findById}, for an id that another document or row holds.
   *
   * @throws {@link DocumentNotFoundError}
   */
  async getById<S, C>(type: TypeOf<S, C>, id: number): Promise<Document<S, C>> {
    const found = await this.findById(type, id);
    if (found === undefined) throw new DocumentNotFoundError(this.type(type.token).title, id);
    return found;
  }

  /** The document with the id that clients see, or undefined. */
  findByPublicId<S, C>(type: TypeOf<S, C>, publicId: number): Promise<Document<S, C> | undefined> {
    const cache = this.#cache(type.token);
    const found =
      cache.byPublicId.get(publicId) ??
      this.#load(cache, cache.byPublicId, publicId, () => this.#store.findByPublicId(type.token, publicId));
    return found as Promise<Document<S, C> | undefined>;
  }

  /** All documents of the type, the built-in ones first, then in the order of their names. For types of few documents. */
  list<S, C>(type: TypeOf<S, C>): Promise<readonly Document<S, C>[]> {
    const cache = this.#cache(type.token);
    if (cache.list === undefined) {
      cache.list = this.#loadAll(cache);
      cache.list.catch(() => {
        cache.list = undefined;
      });
    }
    return cache.list as Promise<readonly Document<S, C>[]>;
  }

  /**
   * The public id of a new document of a type whose ids are successive: one more than the highest, or the first that is free when that
   * is the last number there is. Another process may take it at the same time.
   *
   * @param given - those that documents get with which it becomes durable
   */
  async nextPublicId(token: string, given: ReadonlyMap<number, unknown> = new Map()): Promise<number> {
    let next = Math.max(0, (await this.#store.highestPublicId(token)) ?? 0) + 1;
    while (given.has(next)) next += 1;
    if (next <= MAX_PUBLIC_ID) return next;
    const taken = new Set([...(await this.listHeads(token)).map(({ publicId }) => publicId), ...given.keys()]);
    let free = 1;
    while (taken.has(free)) free += 1;
    return free;
  }

  /** Lists the heads of the documents of the type, in the order of {@link list}; the settings are not read. */
  async listHeads(token: string): Promise<readonly DocumentHead[]> {
    const heads: DocumentHead[] = [...this.#cache(token).fixed.builtIns];
    for await (const page of this.#pages((after) => this.#store.pageHeads(token, after, PAGE_SIZE)))
      heads.push(...page);
    return heads;
  }

  /**
   * A page of what identifies the documents of the type, in the order of their name keys; the built-in ones stand before the first.
   *
   * @param after - the name key of the last document of the page before; `''` begins
   */
  async pageHeads(token: string, after: string, limit: number): Promise<readonly DocumentHead[]> {
    const stored = await this.#store.pageHeads(token, after, limit);
    return after === '' ? [...this.#cache(token).fixed.builtIns, ...stored] : stored;
  }

  /**
   * The declared type of that token.
   *
   * @throws {@link UnknownDocumentTypeError}
   */
  type(token: string): AnyDocumentType {
    return this.compiled(token).type;
  }

  /** Returns how documents of the type are administered. @throws {@link UnknownDocumentTypeError} */
  administration(token: string): DocumentAdministration<unknown, unknown> {
    return this.type(token).administration;
  }

  /** Returns what else happens to documents of the type. */
  hooks(token: string): DocumentHooks<unknown, unknown> {
    return this.#hooks.get(token) ?? {};
  }

  /** All declared types. */
  get types(): readonly AnyDocumentType[] {
    return [...this.#types.values()].map(({ type }) => type);
  }

  /** A document's settings as an administrator sees and writes them: names in place of ids, `placeholder` for secrets. */
  async present(document: AnyDocument): Promise<JsonObject> {
    return this.#outer(document, (secret) => secret.toString());
  }

  /** As {@link present}, with the secrets in clear. For nothing but what is encrypted at once. */
  async reveal(document: AnyDocument): Promise<JsonObject> {
    return this.#outer(document, (secret) => secret.reveal());
  }

  async #outer(document: AnyDocument, shown: (secret: Secret) => string): Promise<JsonObject> {
    const compiled = this.compiled(document.type);
    const named = await this.withNames(compiled, document.settings);
    return mapMembers(compiled.schema, named, {
      ...untouched,
      secret: (value) => (value instanceof Secret ? shown(value) : value),
    }) as JsonObject;
  }

  /** The stored documents that name a document, itself excepted, found page by page. */
  referringTo(document: AnyDocument): AsyncIterable<DocumentHead> {
    return findReferring(this, document);
  }

  /** @internal Settings with names in place of ids; `names` gives those of documents that are not stored yet, by id. */
  async withNames(compiled: CompiledType, settings: unknown, names: ReadonlyMap<number, string> = new Map()) {
    const known = new Map(names);
    for (const { type, id } of idsIn(compiled.schema, settings)) {
      if (known.has(id) || !this.#types.has(type)) continue;
      const named = await this.findById(this.type(type), id);
      if (named !== undefined) known.set(id, named.name);
    }
    return idsToNames(compiled.schema, settings, (_type, id) => known.get(id));
  }

  /** @internal The row of a stored document; undefined when it has been removed. */
  row(document: DocumentHead): Promise<DocumentRow | undefined> {
    return this.#store.findById(document.type, document.id);
  }

  /** @internal A type with what is computed from it. */
  compiled(token: string): CompiledType {
    const compiled = this.#types.get(token);
    if (compiled === undefined) throw new UnknownDocumentTypeError(token, this.#types.keys());
    return compiled;
  }

  /** @internal Looks up all that settings name, so that the answers are there at once. */
  async lookUp(names: readonly Named[]): Promise<FindId> {
    const ids = new Map<string, number>();
    for (const named of names) {
      const key = namedKey(named);
      if (ids.has(key) || !this.#types.has(named.type)) continue;
      const type = this.type(named.type);
      const found = await ('name' in named ? this.find(type, named.name) : this.findByPublicId(type, named.publicId));
      if (found !== undefined) ids.set(key, found.id);
    }
    return (named) => ids.get(namedKey(named));
  }

  /**
   * @internal The stored documents whose settings can name a document of type `token`, with their stored settings, page by page.
   * `mentioning` is a text that is in the body of every one that is looked for.
   */
  async *referring(
    token: string,
    mentioning: readonly string[],
  ): AsyncGenerator<{ row: DocumentRow; settings: JsonObject }> {
    for (const compiled of this.#types.values()) {
      if (!compiled.referenced.has(token)) continue;
      const from = compiled.type.token;
      for await (const page of this.#pages((after) => this.#store.page(from, after, PAGE_SIZE))) {
        for (const row of page) {
          if (mentioning.some((text) => row.body.includes(text)))
            yield { row, settings: storedSettings(compiled, row) };
        }
      }
    }
  }

  /** @internal The document that a row is or would be, checked as if it had been read. */
  async load(row: DocumentRow): Promise<AnyDocument> {
    const compiled = this.compiled(row.type);
    const names = this.#namesHeld(compiled, row);
    return loadDocument(compiled, row, this.#sealer, names.length > 0 ? await this.lookUp(names) : undefined);
  }

  /** Returns the documents that a document still names by name: nothing existed under it when it was stored. */
  #namesHeld(compiled: CompiledType, row: DocumentRow): readonly Named[] {
    const mayHold = compiled.type.mayBeUnusable === true && compiled.referenced.size > 0;
    return mayHold ? namesIn(compiled.schema, storedSettings(compiled, row)) : [];
  }

  #cache(token: string): TypeCache {
    let cache = this.#caches.get(token);
    if (cache === undefined) {
      const compiled = this.compiled(token);
      cache = new TypeCache(compiled, this.#fixedOf(compiled));
      this.#caches.set(token, cache);
    }
    return cache;
  }

  #fixedOf(compiled: CompiledType): FixedDocuments {
    const { token } = compiled.type;
    let fixed = this.#fixed.get(token);
    if (fixed === undefined) this.#fixed.set(token, (fixed = fixedDocuments(compiled, this.#sealer)));
    return fixed;
  }

  #loadByName(cache: TypeCache, key: string): Promise<AnyDocument | undefined> {
    const { token } = cache.compiled.type;
    return this.#load(cache, cache.byName, key, () => this.#store.findByName(token, key), cache.fixed.unchanged);
  }

  /** Concurrent callers share one read. That there is no such document is not remembered: names come from outside. */
  #load<K>(
    cache: TypeCache,
    index: Map<K, Promise<AnyDocument | undefined>>,
    key: K,
    read: () => Promise<DocumentRow | undefined>,
    otherwise?: AnyDocument,
  ): Promise<AnyDocument | undefined> {
    const loading = this.#read(cache, read, otherwise);
    index.set(key, loading);
    const forget = () => {
      if (index.get(key) === loading) index.delete(key);
    };
    loading.then((document) => document ?? forget(), forget);
    return loading;
  }

  async #read(cache: TypeCache, read: () => Promise<DocumentRow | undefined>, otherwise: AnyDocument | undefined) {
    const row = await read();
    if (row === undefined) return otherwise;
    const document = await this.#documentOf(row);
    cache.remember(document);
    return document;
  }

  async #documentOf(row: DocumentRow): Promise<AnyDocument> {
    const known = this.#checked.get(row.id);
    if (known !== undefined && known.version === row.version) return known;
    const document = await this.load(row);
    // A name can begin or cease to be that of a document without a new version of the document that holds it.
    if (this.#namesHeld(this.compiled(row.type), row).length > 0) return document;
    this.#checked.delete(row.id);
    this.#checked.set(row.id, document);
    if (this.#checked.size > MAX_CHECKED) this.#checked.delete(this.#checked.keys().next().value!);
    return document;
  }

  async #loadAll(cache: TypeCache): Promise<readonly AnyDocument[]> {
    const { token } = cache.compiled.type;
    const documents: AnyDocument[] = [...cache.fixed.builtIns];
    const pace = new Pace();
    for await (const page of this.#pages((after) => this.#store.page(token, after, PAGE_SIZE))) {
      for (const row of page) {
        await pace.step();
        const document = await this.#documentOf(row);
        cache.remember(document);
        documents.push(document);
      }
    }
    if (documents.length === 0 && cache.fixed.unchanged !== undefined) documents.push(cache.fixed.unchanged);
    return Object.freeze(documents);
  }

  /** Reads page after page; others have their turn in between. */
  async *#pages<R extends DocumentHead>(
    read: (afterNameKey: string) => Promise<readonly R[]>,
  ): AsyncGenerator<readonly R[]> {
    for (let after = ''; ;) {
      const page = await read(after);
      if (page.length > 0) yield page;
      if (page.length < PAGE_SIZE) return;
      after = page.at(-1)!.nameKey;
      await nextTurn();
    }
  }
}

function namedKey(named: Named): string {
  return 'name' in named ? `${named.type}/n/${named.name}` : `${named.type}/i/${named.publicId}`;
}

/** Ids are signed numbers of 32 bits. */
const MAX_PUBLIC_ID = 2 ** 31 - 1;
/** Few enough that a page of large documents does not hold the event loop. */
const PAGE_SIZE = 100;
const MAX_CHECKED = 20_000;
