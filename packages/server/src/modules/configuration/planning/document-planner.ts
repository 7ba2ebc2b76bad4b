import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { Pace } from '../../../kernel/pace.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import {
  type ChangedDocument,
  type DocumentChange,
  type Draft,
  draftChanges,
  type DraftDeps,
  draftEach,
  type Drafts,
  type NewDocument,
  refusedOr,
} from './change-draft.ts';
import {
  type AnyDocument,
  type CompiledType,
  type DocumentHooks,
  type DocumentHead,
  DocumentInUseError,
  DocumentNamedByOthersError,
  DocumentNotFoundError,
  type PlannedDocument,
  type DocumentRow,
  EPOCH_MOVE,
  findUsers,
  inWords,
  InvalidSettingsError,
  loadDocument,
  storedSettings,
} from '../documents/index.ts';
import {
  ComparedSecret,
  type Difference,
  diffFromDefaults,
  diffSettings,
  type FindId,
  idsIn,
  mapMembers,
  type Named,
  type Sealer,
  untouched,
} from '../settings/index.ts';
import { documentWrite, inWriteOrder } from './document-writes.ts';
import { readSettings, storedBody } from './prepare-settings.ts';

/** Dependencies of {@link DocumentPlanner}. */
export interface DocumentPlannerDeps extends DraftDeps {
  readonly sealer: Sealer;
  readonly clock: Clock;
}

/** The users of a document, in words: `certificate profile 'Web Server'`. */
export interface DocumentUsers {
  readonly users: readonly string[];
  /** True when there are others besides. */
  readonly more: boolean;
}

/** Changes as a plan: commit the writes, or show the rest. */
export interface DocumentPlan {
  /** The epoch that the plan was made under: the unit's, unless the caller noted an earlier one. */
  readonly epoch: number;
  /** Moves the epoch as well. */
  readonly writes: readonly Write[];
  /** In the order of the changes. */
  readonly planned: readonly PlannedDocument[];
}

/** One change that can be made, and its writes. */
export interface PlannedWrites {
  /** The write of the document itself. */
  readonly own: Write;
  /** The writes that its hooks add. */
  readonly further: readonly Write[];
  readonly planned: PlannedDocument;
}

/** Tells a change that can be made from the reason why one cannot. */
export function isPlanned(outcome: PlannedWrites | AppError): outcome is PlannedWrites {
  return 'planned' in outcome;
}

/** Changes of which some cannot be made. */
export interface EachPlan {
  /** The epoch that the plan was made under. */
  readonly epoch: number;
  /** In the order of the changes: what each comes to, or why it cannot be made. */
  readonly outcomes: readonly (PlannedWrites | AppError)[];
}

/** Returns the writes of changes that become durable together; they move the epoch as well. */
export function unitWrites(all: readonly PlannedWrites[]): readonly Write[] {
  return [...inWriteOrder(all.map(({ own }) => own)), ...all.flatMap(({ further }) => further), EPOCH_MOVE];
}

/**
 * Plans changes of documents: checks them, resolves references, seals secrets. Nothing is stored here.
 *
 * Commit the writes with `planAndCommit`. When the attempt before failed, call `Configuration.refresh` before planning again;
 * call it after the commit as well.
 */
export class DocumentPlanner {
  readonly #deps: DocumentPlannerDeps;

  constructor(deps: DocumentPlannerDeps) {
    this.#deps = deps;
  }

  planCreate(document: NewDocument): Promise<DocumentPlan> {
    return this.plan([{ kind: 'create', ...document }]);
  }

  planChange(change: ChangedDocument): Promise<DocumentPlan> {
    return this.plan([{ kind: 'change', ...change }]);
  }

  /**
   * Plans changes that become durable together. They may name each other's documents, in circles too: names mean what they
   * will mean after all of the changes.
   *
   * @throws the errors of this module, whichever is met first: `InvalidSettingsError`, `DocumentExistsError`,
   *   `DocumentNotFoundError`, `DocumentChangedError`, `DocumentInUseError`, `FixedDocumentError`, ...
   */
  async plan(changes: readonly DocumentChange[], sees: SeesDocument = everything): Promise<DocumentPlan> {
    const { epoch } = this.#deps.configuration;
    const drafts = await draftChanges(changes, this.#deps);
    const all: PlannedWrites[] = [];
    for (const draft of drafts.all) all.push(await this.#planned(draft, drafts, sees));
    return { epoch, writes: unitWrites(all), planned: all.map(({ planned }) => planned) };
  }

  /**
   * As {@link plan}, of as many of the changes as can be made, with the reason why each of the others cannot. Changes that cannot be made
   * are there for those that name them, so that one mistake is told once; leave them out and plan again before anything is committed.
   */
  async planEach(changes: readonly DocumentChange[], sees: SeesDocument = everything): Promise<EachPlan> {
    const { epoch } = this.#deps.configuration;
    const pace = new Pace();
    const { drafts, refused } = await draftEach(changes, this.#deps, pace);
    const outcomes = new Map<DocumentChange, PlannedWrites | AppError>(refused);
    for (const draft of drafts.all) {
      await pace.step();
      outcomes.set(draft.change, await refusedOr(() => this.#planned(draft, drafts, sees)));
    }
    return { epoch, outcomes: changes.map((change) => outcomes.get(change)!) };
  }

  async #planned(draft: Draft, drafts: Drafts, sees: SeesDocument): Promise<PlannedWrites> {
    const { before, change, type } = draft;
    const outcome = await this.#outcome(draft, drafts, sees);
    const { document } = outcome;
    if (document === undefined) await this.#refuseWhileUsed(draft, drafts, sees);
    if (change.kind === 'rename') await this.#refuseWhileNamed(draft, sees);
    const own = documentWrite(before, outcome.row);
    const further = await hookWrites(this.#deps.configuration.hooks(type.token), draft, document);
    const differences = await this.#differences(draft, outcome, drafts);
    return { own, further, planned: { kind: change.kind, before, document, differences } };
  }

  /** Lists the users of a document, in words: other documents, and what the hooks of its type know; the first ones only when there are many. */
  usersOf(document: AnyDocument, sees: SeesDocument): Promise<DocumentUsers> {
    return this.#users(document, new Set(), sees);
  }

  async #users(document: AnyDocument, except: ReadonlySet<number>, sees: SeesDocument): Promise<DocumentUsers> {
    const { configuration } = this.#deps;
    const { users, more } = await findUsers(configuration, document, { except, sees, limit: MAX_USERS });
    const named = await this.#naming(document, sees, except);
    const all = [
      ...users,
      ...named.users,
      ...((await configuration.hooks(document.type).usedBy?.({ document })) ?? []),
    ];
    return { users: all.slice(0, MAX_USERS), more: more || named.more || all.length > MAX_USERS };
  }

  /** Lists the documents that name another one in a text. */
  async #naming(document: AnyDocument, sees: SeesDocument, except: ReadonlySet<number>): Promise<DocumentUsers> {
    const { configuration } = this.#deps;
    const heads = (await configuration.hooks(document.type).namedBy?.({ document })) ?? [];
    const users: string[] = [];
    let more = false;
    for (const head of heads) {
      if (except.has(head.id)) continue;
      if (users.length < MAX_USERS && (await sees(head))) users.push(inWords(configuration, head));
      else more = true;
    }
    return { users, more };
  }

  async #refuseWhileNamed({ before, head, type }: Draft, sees: SeesDocument): Promise<void> {
    if (before!.name === head!.name) return;
    const { users, more } = await this.#naming(before!, sees, new Set());
    if (users.length > 0 || more) throw new DocumentNamedByOthersError(type.title, before!.name, users);
  }

  async #outcome(draft: Draft, drafts: Drafts, sees: SeesDocument): Promise<Outcome> {
    const { configuration, clock, sealer } = this.#deps;
    const { change, before, head, type } = draft;
    const compiled = configuration.compiled(type.token);
    const previous = before === undefined || before.version === 0 ? undefined : await this.#rowOf(draft, before);
    if (head === undefined) return { compiled, previous, row: undefined, document: undefined };
    const nowMs = clock.nowMs();
    const frame = { ...head, createdMs: previous?.createdMs ?? nowMs, modifiedMs: nowMs };
    if (change.kind === 'create' || change.kind === 'change') {
      const read = readSettings(compiled, change.settings);
      const stored = previous && storedSettings(compiled, previous);
      const held = new Set(stored === undefined ? [] : idsIn(compiled.schema, stored).map(({ id }) => id));
      // What may name things that are to come is not told whether they are there in any case.
      const seen = type.mayBeUnusable === true ? everything : sees;
      const find = drafts.finder(configuration, await this.#lookUpSeen(read.names, held, seen));
      const { body, problems } = storedBody({ compiled, read, previous: stored, owner: head, find, sealer });
      const row = { ...frame, schemaVersion: type.schemaVersion, body };
      const document = loadDocument(compiled, row, sealer, type.mayBeUnusable === true ? find : undefined);
      const found = problems.length > 0 || document.usability.usable ? problems : document.usability.problems;
      const refused = type.mayBeUnusable === true ? found.filter(({ kind }) => kind === 'secret') : found;
      if (refused.length > 0) throw new InvalidSettingsError(type.title, head.name, refused);
      return { compiled, previous, row, document };
    }
    // Settings that cannot be read now, a newer release's for instance, outlive a new name.
    const row = { ...frame, schemaVersion: previous!.schemaVersion, body: previous!.body };
    return { compiled, previous, row, document: await configuration.load(row) };
  }

  /**
   * Looks up what settings name. What the one who asks may not see is as if it did not exist, or it could be found by naming it.
   *
   * @param held - documents that the settings name already: these stay
   */
  async #lookUpSeen(names: readonly Named[], held: ReadonlySet<number>, sees: SeesDocument): Promise<FindId> {
    const { configuration } = this.#deps;
    const found = await configuration.lookUp(names);
    if (sees === everything) return found;
    const known = new Map<number, boolean>();
    for (const named of names) {
      const id = found(named);
      if (id === undefined || held.has(id) || known.has(id)) continue;
      const document = await configuration.findById(configuration.type(named.type), id);
      known.set(id, document === undefined || document.builtIn || (await sees(document)));
    }
    return (named) => {
      const id = found(named);
      return id !== undefined && known.get(id) === false ? undefined : id;
    };
  }

  async #rowOf({ type }: Draft, before: AnyDocument): Promise<DocumentRow> {
    const row = await this.#deps.configuration.row(before);
    // Removed by somebody else; what is cached does not know yet.
    if (row === undefined) throw new DocumentNotFoundError(type.title, before.name);
    return row;
  }

  async #refuseWhileUsed({ before, type }: Draft, drafts: Drafts, sees: SeesDocument): Promise<void> {
    const { users, more } = await this.#users(before!, drafts.replaced, sees);
    if (users.length > 0 || more) throw new DocumentInUseError(type.title, before!.name, users, more);
  }

  async #differences({ before }: Draft, outcome: Outcome, drafts: Drafts): Promise<readonly Difference[]> {
    const { compiled, previous, row } = outcome;
    const unchanged = before?.version === 0 ? (before.settings as JsonObject) : undefined;
    const old = previous === undefined ? unchanged : storedSettings(compiled, previous);
    const stored = row === undefined ? undefined : storedSettings(compiled, row);
    const after = stored && (await this.#comparable(compiled, stored, drafts.names));
    if (before === undefined) return diffFromDefaults(compiled.withDefaults({}), after);
    return diffSettings(old && (await this.#comparable(compiled, old, undefined)), after);
  }

  async #comparable(compiled: CompiledType, stored: JsonObject, names: ReadonlyMap<number, string> | undefined) {
    const named = await this.#deps.configuration.withNames(compiled, stored, names);
    return mapMembers(compiled.schema, named, {
      ...untouched,
      secret: (value) => (typeof value === 'string' ? new ComparedSecret(value) : value),
    });
  }
}

/** Tells whether the one who asks may see a document. */
type SeesDocument = (head: DocumentHead) => Promise<boolean>;

const everything: SeesDocument = async () => true;

interface Outcome {
  readonly compiled: CompiledType;
  readonly previous: DocumentRow | undefined;
  readonly row: DocumentRow | undefined;
  readonly document: AnyDocument | undefined;
}

/** Returns the writes that the hooks add to the unit. */
async function hookWrites(
  hooks: DocumentHooks<unknown, unknown>,
  { change, before }: Draft,
  document: AnyDocument | undefined,
): Promise<readonly Write[]> {
  if (document === undefined) return (await hooks.removed?.({ document: before! })) ?? [];
  if (before === undefined) return (await hooks.created?.({ document })) ?? [];
  const event = { before, document };
  return (await (change.kind === 'rename' ? hooks.renamed?.(event) : hooks.changed?.(event))) ?? [];
}

const MAX_USERS = 20;
