import type { JsonObject } from '../../../kernel/canonical-json.ts';
import { Pace } from '../../../kernel/tasks/pace.ts';
import { CompiledType } from './compiled-type.ts';
import type { AnyDocument, Document } from './document.ts';
import { nameKeyOf } from './document-name.ts';
import type { DocumentHead, DocumentRow, DocumentStore } from './document-store.ts';
import type { DocumentAdministration } from './document-administration.ts';
import type { AnyDocumentType, DocumentHooks, HooksOfType, TypeOf } from './document-type.ts';
import { DocumentNotFoundError, UnknownDocumentTypeError } from './errors.ts';
import { findReferring } from './find-users.ts';
import {
  idsIn,
  idsToNames,
  mapMembers,
  type Named,
  namesIn,
  type Sealer,
  Secret,
  untouched,
} from '../settings/index.ts';
import { LookAhead } from './look-ahead.ts';
import { loadDocument, storedSettings } from './load-document.ts';
import { PAGE_SIZE, readPages } from './pages.ts';
import { type FixedDocuments, fixedDocuments, TypeCache } from './type-cache.ts';

/** Dependencies of {@link Configuration}. */
export interface ConfigurationDeps {
  readonly store: DocumentStore;
  readonly sealer: Sealer;
  readonly types: readonly AnyDocumentType[];
  /** Returns the hooks of types that have any. */
  readonly hooks?: (configuration: Configuration) => readonly HooksOfType[];
}

/**
 * Read access to documents for the rest of the program: validated, immutable, loaded on first use and cached until the epoch moves.
 *
 * A plan notes {@link Configuration.epoch} *before* it reads its first document, and commits under that epoch. If anything has changed since, the
 * commit is refused and the plan is made again. So reads may be outdated, but no commit is based on outdated data.
 */
export class Configuration {
  readonly #store: DocumentStore;
  readonly #sealer: Sealer;
  readonly #types: ReadonlyMap<string, CompiledType>;
  readonly #hooks: ReadonlyMap<string, DocumentHooks<unknown, unknown>>;
  /** Last loaded version of each document, which need not be validated again if it is read with the same version. */
  readonly #checked = new Map<number, AnyDocument>();
  readonly #fixed = new Map<string, FixedDocuments>();
  #epoch = 0;
  /** Caches by type. Each epoch has its own map, so that reads in progress when the epoch moves end up in the old map. */
  #caches = new Map<string, TypeCache>();

  private constructor({ store, sealer, types, hooks }: ConfigurationDeps) {
    this.#store = store;
    this.#sealer = sealer;
    this.#types = new Map(types.map((type) => [type.token, new CompiledType(type)]));
    if (this.#types.size < types.length) throw new TypeError('two types of document have the same token');
    this.#hooks = new Map(hooks?.(this).map((one) => [one.token, one.hooks]));
  }

  /** Starts with the present epoch, without reading documents. */
  static async start(deps: ConfigurationDeps): Promise<Configuration> {
    const configuration = new Configuration(deps);
    await configuration.refresh();
    return configuration;
  }

  /** Epoch known to this process. A plan notes it before its first read. */
  get epoch(): number {
    return this.#epoch;
  }

  /**
   * Reads the epoch, and drops all documents if it has moved. Called after a commit that moves it, when a plan failed because it had moved, and once
   * a second because of other processes.
   *
   * @returns true if it had moved
   */
  async refresh(): Promise<boolean> {
    const epoch = await this.#store.readEpoch();
    // Of two concurrent refreshes, the one that read earlier may answer later.
    if (epoch <= this.#epoch) return false;
    this.#epoch = epoch;
    this.#caches = new Map();
    return true;
  }

  /** Finds the document with that name. */
  find<S, C>(type: TypeOf<S, C>, name: string, namespace = ''): Promise<Document<S, C> | undefined> {
    const cache = this.#cache(type.token);
    const key = nameKeyOf(cache.compiled.type.names, name, namespace);
    const found = cache.byName.get(key) ?? this.#loadByName(cache, key);
    return found as Promise<Document<S, C> | undefined>;
  }

  /**
   * Returns the document with that name.
   *
   * @throws {@link DocumentNotFoundError}
   */
  async get<S, C>(type: TypeOf<S, C>, name: string, namespace = ''): Promise<Document<S, C>> {
    const found = await this.find(type, name, namespace);
    if (found === undefined) throw new DocumentNotFoundError(this.type(type.token).title, name);
    return found;
  }

  /** Finds the document with that internal id. */
  findById<S, C>(type: TypeOf<S, C>, id: number): Promise<Document<S, C> | undefined> {
    const cache = this.#cache(type.token);
    const found = cache.byId.get(id) ?? this.#load(cache, cache.byId, id, () => this.#store.findById(type.token, id));
    return found as Promise<Document<S, C> | undefined>;
  }

  /**
   * Returns the document with an id taken from another document or row.
   *
   * @throws {@link DocumentNotFoundError}
   */
  async getById<S, C>(type: TypeOf<S, C>, id: number): Promise<Document<S, C>> {
    const found = await this.findById(type, id);
    if (found === undefined) throw new DocumentNotFoundError(this.type(type.token).title, id);
    return found;
  }

  /** Finds the document with that public id. */
  findByPublicId<S, C>(type: TypeOf<S, C>, publicId: number): Promise<Document<S, C> | undefined> {
    const cache = this.#cache(type.token);
    const found =
      cache.byPublicId.get(publicId) ??
      this.#load(cache, cache.byPublicId, publicId, () => this.#store.findByPublicId(type.token, publicId));
    return found as Promise<Document<S, C> | undefined>;
  }

  /** Lists all documents of the type, the built-in ones first, then by name. For types with few documents. */
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
   * Returns the public id for a new document of a type with successive ids: one more than the highest, or the first free one if the highest is the
   * maximum. Another process may take it at the same time.
   *
   * @param given - ids of documents in the same unit
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

  /** Lists the heads of all documents of the type in the order of {@link list}, without reading settings. */
  async listHeads(token: string): Promise<readonly DocumentHead[]> {
    const heads: DocumentHead[] = [...this.#cache(token).fixed.builtIns];
    for await (const page of readPages((after) => this.#store.pageHeads(token, after, PAGE_SIZE))) heads.push(...page);
    return heads;
  }

  /**
   * Returns a page of the heads of documents of the type, ordered by name key. The first page begins with the built-in ones.
   *
   * @param after - name key of the last document of the previous page; `''` for the first page
   */
  async pageHeads(token: string, after: string, limit: number): Promise<readonly DocumentHead[]> {
    const stored = await this.#store.pageHeads(token, after, limit);
    return after === '' ? [...this.#cache(token).fixed.builtIns, ...stored] : stored;
  }

  /**
   * Returns the declared type with that token.
   *
   * @throws {@link UnknownDocumentTypeError}
   */
  type(token: string): AnyDocumentType {
    return this.compiled(token).type;
  }

  /** Returns the administration of documents of the type. @throws {@link UnknownDocumentTypeError} */
  administration(token: string): DocumentAdministration<unknown, unknown> {
    return this.type(token).administration;
  }

  /** Returns the hooks for documents of the type. */
  hooks(token: string): DocumentHooks<unknown, unknown> {
    return this.#hooks.get(token) ?? {};
  }

  /** All declared types. */
  get types(): readonly AnyDocumentType[] {
    return [...this.#types.values()].map(({ type }) => type);
  }

  /** Returns a document's settings as administrators see and write them: with names for ids, and `placeholder` for secrets. */
  async present(document: AnyDocument): Promise<JsonObject> {
    return this.#outer(document, (secret) => secret.toString());
  }

  /** Does the same as {@link present}, with secrets in clear text. Only for output that is encrypted at once. */
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

  /** Finds the stored documents that reference a document, except itself, page by page. */
  referringTo(document: AnyDocument): AsyncIterable<DocumentHead> {
    return findReferring(this, document);
  }

  /** @internal Returns settings with names in place of ids; `names` has those of documents that are not stored yet, by id. */
  async withNames(compiled: CompiledType, settings: unknown, names: ReadonlyMap<number, string> = new Map()) {
    const stored = new Map<number, string>();
    for (const { type, id } of idsIn(compiled.schema, settings)) {
      if (names.has(id) || stored.has(id) || !this.#types.has(type)) continue;
      const named = await this.findById(this.type(type), id);
      if (named !== undefined) stored.set(id, named.name);
    }
    return idsToNames(compiled.schema, settings, (_type, id) => names.get(id) ?? stored.get(id));
  }

  /** @internal Returns a type with the data derived from it. */
  compiled(token: string): CompiledType {
    const compiled = this.#types.get(token);
    if (compiled === undefined) throw new UnknownDocumentTypeError(token, this.#types.keys());
    return compiled;
  }

  /** Returns what one plan looks up, so that it can be read together. */
  lookAhead(): LookAhead {
    return new LookAhead(this);
  }

  /** @internal */
  isType(token: string): boolean {
    return this.#types.has(token);
  }

  /** @internal Reads documents together, as far as they are not known yet. @returns the keys of those that there are */
  async readTogether(token: string, nameKeys: readonly string[]): Promise<ReadonlySet<string>> {
    const cache = this.#cache(token);
    const unknown = nameKeys.filter((key) => !cache.byName.has(key));
    const pace = new Pace();
    for (const row of unknown.length === 0 ? [] : await this.#store.findByNames(token, unknown)) {
      await pace.step();
      cache.remember(await this.#documentOf(row));
    }
    return new Set(nameKeys.filter((key) => cache.byName.has(key)));
  }

  /**
   * Remembers documents as a unit that is durable now has stored them, so that they need not be validated again when they are read. Those that
   * contain names are left out: they may come to exist.
   */
  remember(documents: Iterable<AnyDocument>): void {
    for (const document of documents) {
      const { schema, type } = this.compiled(document.type);
      if (type.mayBeUnusable !== true || namesIn(schema, document.settings).length === 0) this.#keepChecked(document);
    }
  }

  /** @internal The rows of stored documents of one type, by id; without those that have been removed. */
  async rows(token: string, ids: readonly number[]): Promise<ReadonlyMap<number, DocumentRow>> {
    if (ids.length === 0) return new Map();
    return new Map((await this.#store.findByIds(token, ids)).map((row) => [row.id, row]));
  }

  /** @internal Returns those of the public ids that documents of the type have. */
  async publicIdsTaken(token: string, publicIds: readonly number[]): Promise<ReadonlySet<number>> {
    const { builtIns } = this.#cache(token).fixed;
    const stored = await this.#store.publicIdsAmong(token, publicIds);
    return new Set([...stored, ...builtIns.map(({ publicId }) => publicId)]);
  }

  /**
   * @internal Finds the stored documents whose settings can reference a document of type `token`, with their stored settings, page by page. Only
   *   documents whose body contains one of the texts in `mentioning` are returned.
   */
  async *referring(
    token: string,
    mentioning: readonly string[],
  ): AsyncGenerator<{ row: DocumentRow; settings: JsonObject }> {
    for (const compiled of this.#types.values()) {
      if (!compiled.referenced.has(token)) continue;
      const from = compiled.type.token;
      for await (const page of readPages((after) => this.#store.page(from, after, PAGE_SIZE))) {
        for (const row of page) {
          if (mentioning.some((text) => row.body.includes(text)))
            yield { row, settings: storedSettings(compiled, row) };
        }
      }
    }
  }

  /** @internal Returns the document for a stored or planned row, validated as if it had been read. */
  async load(row: DocumentRow): Promise<AnyDocument> {
    const compiled = this.compiled(row.type);
    const names = this.#namesHeld(compiled, row);
    return loadDocument(
      compiled,
      row,
      this.#sealer,
      names.length > 0 ? await this.lookAhead().lookUp(names) : undefined,
    );
  }

  /** Returns the documents that a document references by name, because they did not exist when it was stored. */
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

  /** Loads a document. Concurrent callers share one read. Missing documents are not cached, since their names come from outside. */
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
    // The names that it contains may come to exist or cease to, without a new version of this document.
    if (this.#namesHeld(this.compiled(row.type), row).length > 0) return document;
    this.#keepChecked(document);
    return document;
  }

  #keepChecked(document: AnyDocument): void {
    this.#checked.delete(document.id);
    this.#checked.set(document.id, document);
    if (this.#checked.size > MAX_CHECKED) this.#checked.delete(this.#checked.keys().next().value!);
  }

  async #loadAll(cache: TypeCache): Promise<readonly AnyDocument[]> {
    const { token } = cache.compiled.type;
    const documents: AnyDocument[] = [...cache.fixed.builtIns];
    const pace = new Pace();
    for await (const page of readPages((after) => this.#store.pageHeads(token, after, PAGE_SIZE))) {
      // After a change of some documents, the others are not even read.
      const known = page.map(({ id, version }) => {
        const checked = this.#checked.get(id);
        return checked?.version === version ? checked : undefined;
      });
      const rows = await this.rows(
        token,
        page.flatMap(({ id }, at) => (known[at] === undefined ? [id] : [])),
      );
      for (const [at, { id }] of page.entries()) {
        await pace.step();
        const row = rows.get(id);
        const document = known[at] ?? (row && (await this.#documentOf(row)));
        // Removed since its head was read.
        if (document === undefined) continue;
        cache.remember(document);
        documents.push(document);
      }
    }
    if (documents.length === 0 && cache.fixed.unchanged !== undefined) documents.push(cache.fixed.unchanged);
    return Object.freeze(documents);
  }
}

/** Public ids are signed 32-bit numbers. */
const MAX_PUBLIC_ID = 2 ** 31 - 1;
const MAX_CHECKED = 20_000;
