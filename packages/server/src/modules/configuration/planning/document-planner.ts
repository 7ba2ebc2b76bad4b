import type { JsonObject } from '../../../kernel/canonical-json.ts';
import type { Clock } from '../../../kernel/clock.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { Pace } from '../../../kernel/tasks/pace.ts';
import type { Write } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
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
  type LookAhead,
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
import { type ReadSettings, readSettings, storedBody } from './prepare-settings.ts';

/** Dependencies of {@link DocumentPlanner}. */
export interface DocumentPlannerDeps extends DraftDeps {
  readonly sealer: Sealer;
  readonly clock: Clock;
}

/** Users of a document, as text such as `certificate profile 'Web Server'`. */
export interface DocumentUsers {
  readonly users: readonly string[];
  /** True if there are more. */
  readonly more: boolean;
}

/** Planned changes: writes to commit, and results to show. */
export interface DocumentPlan {
  /** Epoch under which the plan was made, for the unit, unless the caller noted an earlier one. */
  readonly epoch: number;
  /** Writes including the epoch move. */
  readonly writes: readonly Write[];
  /** Results in the order of the changes. */
  readonly planned: readonly PlannedDocument[];
}

/** A possible change with its writes. */
export interface PlannedWrites {
  /** Write of the document itself. */
  readonly own: Write;
  /** Writes added by its hooks. */
  readonly further: readonly Write[];
  readonly planned: PlannedDocument;
}

/** Distinguishes a possible change from an error. */
export function isPlanned(outcome: PlannedWrites | AppError): outcome is PlannedWrites {
  return 'planned' in outcome;
}

/** Plan of changes some of which are impossible. */
export interface EachPlan {
  /** Epoch under which the plan was made. */
  readonly epoch: number;
  /** Results or errors in the order of the changes. */
  readonly outcomes: readonly (PlannedWrites | AppError)[];
}

/** Returns the writes of changes that become durable together, with the epoch move. */
export function unitWrites(all: readonly PlannedWrites[]): readonly Write[] {
  return [...inWriteOrder(all.map(({ own }) => own)), ...all.flatMap(({ further }) => further), EPOCH_MOVE];
}

/**
 * Plans changes of documents: validates them, resolves references, seals secrets. Nothing is stored here.
 *
 * Commit the writes with `planAndCommit`. If the previous attempt failed, call `Configuration.refresh` before planning again; call it after the
 * commit as well.
 */
export class DocumentPlanner extends WithDeps<DocumentPlannerDeps> {
  planCreate(document: NewDocument): Promise<DocumentPlan> {
    return this.plan([{ kind: 'create', ...document }]);
  }

  planChange(change: ChangedDocument): Promise<DocumentPlan> {
    return this.plan([{ kind: 'change', ...change }]);
  }

  /**
   * Plans changes that become durable together. Their documents may reference each other, also in cycles: names are resolved in the state after all
   * changes.
   *
   * @throws the first error of this module: `InvalidSettingsError`, `DocumentExistsError`, `DocumentNotFoundError`, `DocumentChangedError`,
   *   `DocumentInUseError`, `FixedDocumentError`, ...
   */
  async plan(changes: readonly DocumentChange[], sees: SeesDocument = everything): Promise<DocumentPlan> {
    const { configuration } = this.deps;
    const { epoch } = configuration;
    const ahead = configuration.lookAhead();
    const drafts = await draftChanges(changes, ahead, this.deps);
    const all: PlannedWrites[] = [];
    for (const some of inPieces(drafts.all)) {
      const piece = await this.#readPiece(some, ahead);
      for (const draft of some) all.push(await this.#planned(draft, piece, drafts, sees));
    }
    return { epoch, writes: unitWrites(all), planned: all.map(({ planned }) => planned) };
  }

  /**
   * Plans as many of the changes as possible, like {@link plan}, with the errors of the others. Impossible changes still count as existing for
   * changes that reference them, so that one mistake causes one error. Before a commit, leave them out and plan again.
   */
  async planEach(changes: readonly DocumentChange[], sees: SeesDocument = everything): Promise<EachPlan> {
    const { configuration } = this.deps;
    const { epoch } = configuration;
    const pace = new Pace();
    const ahead = configuration.lookAhead();
    const { drafts, refused } = await draftEach(changes, ahead, this.deps, pace);
    for (const token of new Set(drafts.all.map(({ type }) => type.token)))
      await configuration.compiled(token).prepare(pace);
    const outcomes = new Map<DocumentChange, PlannedWrites | AppError>(refused);
    for (const some of inPieces(drafts.all)) {
      const piece = await this.#readPiece(some, ahead, pace);
      for (const draft of some) {
        await pace.step();
        outcomes.set(draft.change, await refusedOr(() => this.#planned(draft, piece, drafts, sees)));
      }
    }
    return { epoch, outcomes: changes.map((change) => outcomes.get(change)!) };
  }

  /** Reads what some changes need: their settings, the rows that they replace, and in advance what they name. */
  async #readPiece(some: readonly Draft[], ahead: LookAhead, pace: Pace = new Pace()): Promise<Piece> {
    const { configuration } = this.deps;
    const settings = new Map<Draft, ReadSettings>();
    const stored = new Map<string, number[]>();
    for (const draft of some) {
      await pace.step();
      const { before, change, type } = draft;
      if (change.kind === 'create' || change.kind === 'change')
        settings.set(draft, readSettings(configuration.compiled(type.token), change.settings));
      if (before === undefined || before.version === 0) continue;
      const ids = stored.get(type.token);
      if (ids === undefined) stored.set(type.token, [before.id]);
      else ids.push(before.id);
    }
    const rows = new Map<number, DocumentRow>();
    for (const [token, ids] of stored) for (const [id, row] of await configuration.rows(token, ids)) rows.set(id, row);
    await ahead.add([...settings.values()].flatMap(({ names }) => names.filter((named) => 'name' in named)));
    return { settings, rows, ahead };
  }

  async #planned(draft: Draft, piece: Piece, drafts: Drafts, sees: SeesDocument): Promise<PlannedWrites> {
    const { before, change, type } = draft;
    const outcome = await this.#outcome(draft, piece, drafts, sees);
    const { document } = outcome;
    if (document === undefined) await this.#refuseWhileUsed(draft, drafts, sees);
    await this.#refuseWhileNamed(draft, sees);
    const own = documentWrite(before, outcome.row);
    const further = await hookWrites(this.deps.configuration.hooks(type.token), draft, document);
    const differences = await this.#differences(draft, outcome, drafts);
    return { own, further, planned: { kind: change.kind, before, document, differences } };
  }

  /** Lists the users of a document as text: other documents, and users known to the hooks of its type; limited in number. */
  usersOf(document: AnyDocument, sees: SeesDocument): Promise<DocumentUsers> {
    return this.#users(document, new Set(), sees);
  }

  async #users(document: AnyDocument, except: ReadonlySet<number>, sees: SeesDocument): Promise<DocumentUsers> {
    const { configuration } = this.deps;
    const { users, more } = await findUsers(configuration, document, { except, sees, limit: MAX_USERS });
    const named = await this.#naming(document, sees, except);
    const all = [
      ...users,
      ...named.users,
      ...((await configuration.hooks(document.type).usedBy?.({ document })) ?? []),
    ];
    return { users: all.slice(0, MAX_USERS), more: more || named.more || all.length > MAX_USERS };
  }

  /** Lists the documents that contain another one's name as text. */
  async #naming(document: AnyDocument, sees: SeesDocument, except: ReadonlySet<number>): Promise<DocumentUsers> {
    const { configuration } = this.deps;
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
    if (before === undefined || head === undefined || before.name === head.name) return;
    const { users, more } = await this.#naming(before, sees, new Set());
    if (users.length > 0 || more) throw new DocumentNamedByOthersError(type.title, before.name, users);
  }

  async #outcome(draft: Draft, piece: Piece, drafts: Drafts, sees: SeesDocument): Promise<Outcome> {
    const { configuration, clock, sealer } = this.deps;
    const { change, before, head, type } = draft;
    const compiled = configuration.compiled(type.token);
    const previous = before === undefined || before.version === 0 ? undefined : rowOf(draft, before, piece);
    if (head === undefined) return { compiled, previous, row: undefined, document: undefined };
    const nowMs = clock.nowMs();
    const frame = { ...head, createdMs: previous?.createdMs ?? nowMs, modifiedMs: nowMs };
    if (change.kind === 'create' || change.kind === 'change') {
      const read = piece.settings.get(draft)!;
      const stored = previous && storedSettings(compiled, previous);
      const held = new Set(stored === undefined ? [] : idsIn(compiled.schema, stored).map(({ id }) => id));
      // A document that may name future documents learns nothing from a lookup in any case.
      const seen = type.mayBeUnusable === true ? everything : sees;
      const find = drafts.finder(configuration, await this.#lookUpSeen(read.names, piece.ahead, held, seen));
      const keepsEqualSecret = change.kind === 'change' ? change.keepsEqualSecret : undefined;
      const given = { compiled, read, previous: stored, owner: head, keepsEqualSecret, find, sealer };
      const { body, problems } = storedBody(given);
      const row = { ...frame, schemaVersion: type.schemaVersion, body };
      const document = loadDocument(compiled, row, sealer, type.mayBeUnusable === true ? find : undefined);
      const found = problems.length > 0 || document.usability.usable ? problems : document.usability.problems;
      const refused = type.mayBeUnusable === true ? found.filter(({ kind }) => kind === 'secret') : found;
      if (refused.length > 0) throw new InvalidSettingsError(type.title, head.name, refused);
      return { compiled, previous, row, document };
    }
    // Settings that cannot be read now, for example those of a newer release, survive a rename.
    const row = { ...frame, schemaVersion: previous!.schemaVersion, body: previous!.body };
    return { compiled, previous, row, document: await configuration.load(row) };
  }

  /**
   * Looks up the names in settings. Documents that the caller may not view count as missing; otherwise naming them would reveal them.
   *
   * @param held - documents that the settings already reference, which stay
   */
  async #lookUpSeen(
    names: readonly Named[],
    ahead: LookAhead,
    held: ReadonlySet<number>,
    sees: SeesDocument,
  ): Promise<FindId> {
    const { configuration } = this.deps;
    const found = await ahead.lookUp(names);
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
    if (before === undefined) return diffFromDefaults(compiled.defaults, after);
    return diffSettings(old && (await this.#comparable(compiled, old, undefined)), after);
  }

  async #comparable(compiled: CompiledType, stored: JsonObject, names: ReadonlyMap<number, string> | undefined) {
    const named = await this.deps.configuration.withNames(compiled, stored, names);
    return mapMembers(compiled.schema, named, {
      ...untouched,
      secret: (value) => (typeof value === 'string' ? new ComparedSecret(value) : value),
    });
  }
}

/** Tells whether the caller may view a document. */
type SeesDocument = (head: DocumentHead) => Promise<boolean>;

const everything: SeesDocument = async () => true;

/** Some of the changes with what they need. */
interface Piece {
  readonly settings: ReadonlyMap<Draft, ReadSettings>;
  readonly rows: ReadonlyMap<number, DocumentRow>;
  readonly ahead: LookAhead;
}

function rowOf({ type }: Draft, before: AnyDocument, { rows }: Piece): DocumentRow {
  const row = rows.get(before.id);
  // Removed by somebody else; what is cached does not know yet.
  if (row === undefined) throw new DocumentNotFoundError(type.title, before.name);
  return row;
}

function* inPieces(drafts: readonly Draft[]): Generator<readonly Draft[]> {
  for (let from = 0; from < drafts.length; from += PIECE) yield drafts.slice(from, from + PIECE);
}

interface Outcome {
  readonly compiled: CompiledType;
  readonly previous: DocumentRow | undefined;
  readonly row: DocumentRow | undefined;
  readonly document: AnyDocument | undefined;
}

/** Returns the writes that hooks add to the unit. */
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
/** Number of changes whose rows are read together; no other rows are in memory. */
const PIECE = 50;
