/** Drafts of changes, before settings are processed: the present document, and its new head. */
import { AppError } from '../../../kernel/errors.ts';
import { Pace } from '../../../kernel/tasks/pace.ts';
import type { Random } from '../../../kernel/random.ts';
import type { Ids } from '../../../kernel/ids.ts';
import {
  type AnyDocument,
  type AnyDocumentType,
  checkName,
  type Configuration,
  DocumentChangedError,
  type DocumentByName,
  DocumentChangedTwiceError,
  DocumentExistsError,
  type DocumentHead,
  DocumentNotFoundError,
  FixedDocumentError,
  type LookAhead,
  nameKeyOf,
  PublicIdTakenError,
  SINGLETON_PUBLIC_ID,
} from '../documents/index.ts';
import { FreePublicIds } from './public-id.ts';
import type { FindId, Named } from '../settings/index.ts';

/** Identifies a document by type token, namespace and name. */
export interface Target {
  readonly type: string;
  readonly name: string;
  readonly namespace?: string;
}

/** A document to be created. */
export interface NewDocument extends Target {
  /** Settings in the outer form; missing ones get their defaults. */
  readonly settings: unknown;
  /** Required for types with given ids, and ignored for types that derive them from the settings; otherwise a free random one is drawn by default. */
  readonly publicId?: number;
}

/**
 * Replaces all settings of a document, and its name if another one is given. `expectedVersion` is the version that the caller has read; any version
 * if omitted.
 */
export interface ChangedDocument extends Target {
  readonly settings: unknown;
  readonly newName?: string | undefined;
  readonly expectedVersion?: number | undefined;
  /** Tells of which members a secret is kept when the stored one is the same, so that it is not a difference. By default none. */
  readonly keepsEqualSecret?: ((field: string) => boolean) | undefined;
}

/** Renames a document. References to it stay valid. */
interface RenamedDocument extends Target {
  readonly newName: string;
  /** By default the present one. */
  readonly newNamespace?: string | undefined;
  readonly expectedVersion?: number | undefined;
}

/** Removes a document without users. */
interface RemovedDocument extends Target {
  readonly expectedVersion?: number | undefined;
}

/** One change of the configuration. */
export type DocumentChange =
  | ({ readonly kind: 'create' } & NewDocument)
  | ({ readonly kind: 'change' } & ChangedDocument)
  | ({ readonly kind: 'rename' } & RenamedDocument)
  | ({ readonly kind: 'remove' } & RemovedDocument);

/** A change whose document was found and whose new head is determined. */
export interface Draft {
  readonly change: DocumentChange;
  readonly type: AnyDocumentType;
  /** Undefined if it is created. */
  readonly before: AnyDocument | undefined;
  /** Undefined if it is removed. */
  readonly head: DocumentHead | undefined;
}

/** Dependencies of {@link draftChanges}. */
export interface DraftDeps {
  readonly configuration: Configuration;
  readonly ids: Ids;
  readonly random: Random;
}

/** {@link DraftDeps} for one set of changes. */
interface DraftingDeps extends DraftDeps {
  readonly ahead: LookAhead;
  readonly publicIds: FreePublicIds;
}

/** The drafts of changes that become durable together. */
export class Drafts {
  readonly all: readonly Draft[];
  /** Names after the changes, by document id. */
  readonly names: ReadonlyMap<number, string>;
  /** Ids of documents that are removed or whose settings are replaced, so that their present references do not count. */
  readonly replaced: ReadonlySet<number>;
  readonly #idsByKey = new Map<string, number>();
  readonly #idsByPublicId = new Map<string, number>();
  readonly #removed: ReadonlySet<number>;
  /** Ids of documents whose old name becomes free, or is taken by another draft. */
  readonly #moved: ReadonlySet<number>;

  constructor(drafts: readonly Draft[]) {
    this.all = drafts;
    this.names = new Map(drafts.flatMap(({ head }) => (head === undefined ? [] : [[head.id, head.name] as const])));
    const replacing = drafts.filter(({ change }) => change.kind === 'remove' || change.kind === 'change');
    this.replaced = new Set(replacing.flatMap(({ before }) => (before === undefined ? [] : [before.id])));
    this.#moved = movedFrom(drafts);
    this.#removed = new Set(drafts.flatMap(({ before, head }) => (head === undefined && before ? [before.id] : [])));
    for (const { head } of drafts) {
      if (head === undefined) continue;
      this.#idsByKey.set(headKey(head), head.id);
      this.#idsByPublicId.set(`${head.type}/${head.publicId}`, head.id);
    }
  }

  /** Returns a lookup of names after the changes: in these drafts first, then with `stored`, except documents that a draft removes or renames. */
  finder(configuration: Configuration, stored: FindId): FindId {
    return (named: Named) => {
      const own =
        'name' in named
          ? this.#idsByKey.get(this.#keyOf(configuration, named))
          : this.#idsByPublicId.get(`${named.type}/${named.publicId}`);
      if (own !== undefined) return own;
      const id = stored(named);
      if (id !== undefined && 'name' in named && this.#moved.has(id)) return undefined;
      return id !== undefined && this.#removed.has(id) ? undefined : id;
    };
  }

  #keyOf(configuration: Configuration, { type, name }: { type: string; name: string }): string {
    return `${type}/${nameKeyOf(configuration.type(type).names, name)}`;
  }
}

/**
 * Finds the documents of `changes`, and determines ids and names.
 *
 * @throws {@link DocumentNotFoundError}, {@link DocumentChangedError}, {@link FixedDocumentError}, {@link DocumentExistsError}, {@link
 *   PublicIdTakenError}, {@link DocumentChangedTwiceError}, `InvalidDocumentNameError`
 */
export async function draftChanges(
  changes: readonly DocumentChange[],
  ahead: LookAhead,
  deps: DraftDeps,
): Promise<Drafts> {
  const { drafts, refused } = await draftEach(changes, ahead, deps);
  for (const error of refused.values()) throw error;
  return drafts;
}

/** Drafts of the possible changes, and the errors of the others. */
export interface EachDraft {
  readonly drafts: Drafts;
  readonly refused: ReadonlyMap<DocumentChange, AppError>;
}

/** Does the same as {@link draftChanges}, but drafts as many of the changes as possible. Yields to the event loop from time to time. */
export async function draftEach(
  changes: readonly DocumentChange[],
  ahead: LookAhead,
  { configuration, ids, random }: DraftDeps,
  pace: Pace = new Pace(),
): Promise<EachDraft> {
  await ahead.add(changes.flatMap(namesOf));
  const made = Map.groupBy(
    changes.filter(({ kind }) => kind === 'create'),
    ({ type }) => type,
  );
  const needed = new Map([...made].map(([token, { length }]) => [token, length]));
  const publicIds = new FreePublicIds(configuration, random, needed);
  const deps: DraftingDeps = { configuration, ids, random, ahead, publicIds };
  const refused = new Map<DocumentChange, AppError>();
  const given: GivenIds = new Map();
  const found: Draft[] = [];
  for (const change of changes) {
    await pace.step();
    const drafted = await refusedOr(() => draft(change, deps, given));
    if (drafted instanceof AppError) refused.set(change, drafted);
    else found.push(drafted);
  }
  const once = withoutTwice(found, refused);
  await pace.turn();
  return { drafts: new Drafts(await withFreeNames(once, ahead, refused, pace)), refused };
}

/** Returns the documents that a change is of: that of now, and that of the name which it is to have. */
function namesOf(change: DocumentChange): readonly DocumentByName[] {
  const { type, name, namespace } = change;
  const own = { type, name, namespace };
  if (change.kind === 'create' || change.kind === 'remove' || change.newName === undefined) return [own];
  const newNamespace = change.kind === 'rename' ? change.newNamespace : undefined;
  return [own, { type, name: change.newName, namespace: newNamespace ?? namespace }];
}

/** Public ids assigned to drafts, by type. */
type GivenIds = Map<string, Map<number, string>>;

async function draft(change: DocumentChange, deps: DraftingDeps, given: GivenIds): Promise<Draft> {
  const type = deps.configuration.type(change.type);
  if (change.kind === 'create')
    return { change, type, before: undefined, head: await newHead(change, type, deps, given) };
  const before = await deps.configuration.get(type, change.name, change.namespace);
  if (before.builtIn) throw new FixedDocumentError(type.title, before.name);
  const { expectedVersion = before.version } = change;
  if (before.version !== expectedVersion) {
    throw new DocumentChangedError(type.title, before.name, expectedVersion, before.version);
  }
  return { change, type, before, head: nextHead(change, type, before, deps.ids) };
}

function nextHead(
  change: Exclude<DocumentChange, { kind: 'create' }>,
  type: AnyDocumentType,
  before: AnyDocument,
  ids: Ids,
): DocumentHead | undefined {
  const { id, publicId, namespace, name, nameKey } = before;
  const next = { type: type.token, id, publicId, namespace, name, nameKey, version: before.version + 1 };
  if (change.kind === 'remove') {
    if (before.version === 0) throw new DocumentNotFoundError(type.title, name);
    return undefined;
  }
  if (change.kind === 'change' && change.newName === undefined) {
    // A singleton that was never changed has no row yet.
    return before.version === 0 ? { ...next, id: ids.next() } : next;
  }
  const { newName = name, newNamespace = namespace } = { newNamespace: undefined, ...change };
  checkName(type, newName, newNamespace);
  return { ...next, namespace: newNamespace, name: newName, nameKey: nameKeyOf(type.names, newName, newNamespace) };
}

async function newHead(
  document: NewDocument,
  type: AnyDocumentType,
  deps: DraftingDeps,
  given: GivenIds,
): Promise<DocumentHead> {
  const { name, namespace = '' } = document;
  checkName(type, name, namespace);
  const nameKey = nameKeyOf(type.names, name, namespace);
  const ofType = given.get(type.token) ?? new Map<number, string>();
  const publicId = await publicIdOf(document, type, deps, ofType);
  given.set(type.token, ofType.set(publicId, name));
  return { type: type.token, id: deps.ids.next(), nameKey, namespace, name, publicId, version: 1 };
}

async function publicIdOf(
  { publicId, settings }: NewDocument,
  type: AnyDocumentType,
  { configuration, publicIds }: DraftingDeps,
  given: ReadonlyMap<number, string>,
): Promise<number> {
  const { title, names, publicIds: rules } = type;
  if (rules.kind === 'derived') return rules.of(settings);
  if (publicId !== undefined) {
    const holder = await configuration.findByPublicId(type, publicId);
    const name = holder?.name ?? given.get(publicId);
    if (name !== undefined) throw new PublicIdTakenError(title, publicId, name);
    return publicId;
  }
  if (names.kind === 'singleton') return SINGLETON_PUBLIC_ID;
  if (rules.kind === 'successive') return configuration.nextPublicId(type.token, given);
  if (rules.kind === 'given') throw new TypeError(`the public id of a ${title} has to be given`);
  return publicIds.take(type.token, rules.above, given);
}

/** Removes drafts of a document that another draft already changes. */
function withoutTwice(drafts: readonly Draft[], refused: Map<DocumentChange, AppError>): readonly Draft[] {
  const seen = new Set<string>();
  return drafts.filter(({ change, type, before, head }) => {
    // Existing documents are compared by id, new ones by name.
    const key = before === undefined ? headKey(head!) : `${type.token}#${before.id}`;
    if (seen.has(key)) refused.set(change, new DocumentChangedTwiceError(type.title, (before ?? head)!.name));
    return !seen.has(key) && seen.add(key);
  });
}

/** Removes drafts whose names are not free. A name is free if no document has it, or if the document that has it is removed or renamed by another draft. */
async function withFreeNames(
  drafts: readonly Draft[],
  ahead: LookAhead,
  refused: Map<DocumentChange, AppError>,
  pace: Pace,
): Promise<readonly Draft[]> {
  const taken = new Set<string>();
  const freed = movedFrom(drafts);
  const free: Draft[] = [];
  for (const draft of drafts) {
    await pace.step();
    const { change, type, before, head } = draft;
    const holder = head && (await ahead.find(type, head.name, head.namespace));
    const isFree = holder === undefined || holder.id === before?.id || freed.has(holder.id);
    if (head === undefined || (isFree && !taken.has(headKey(head)))) free.push(draft);
    else refused.set(change, new DocumentExistsError(type.title, head.name));
    if (head !== undefined) taken.add(headKey(head));
  }
  return free;
}

/** Runs an act, and returns the error with which it was refused. */
export async function refusedOr<T>(act: () => Promise<T>): Promise<T | AppError> {
  try {
    return await act();
  } catch (error) {
    if (error instanceof AppError && !error.code.startsWith('storage.')) return error;
    throw error;
  }
}

/** Returns the documents that give up their name. */
function movedFrom(drafts: readonly Draft[]): ReadonlySet<number> {
  const moved = drafts.filter(
    ({ before, head }) => before && (head === undefined || headKey(head) !== headKey(before)),
  );
  return new Set(moved.map(({ before }) => before!.id));
}

function headKey({ type, nameKey }: DocumentHead): string {
  return `${type}/${nameKey}`;
}
