import { Pace } from '../../../kernel/tasks/pace.ts';
import type { ServiceName } from '../../../kernel/service-names.ts';
import { planAndCommit, type Plan, type UnitOfWorkStore } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { type AccessControl, actorOf, type Administrator, Resource } from '../../access/index.ts';
import {
  type ChangeManyDocuments,
  changesNothing,
  type DocumentAccess,
  type ReadDocuments,
} from '../../administration/index.ts';
import type { AuditEntry, AuditLog } from '../../audit/index.ts';
import type { AnyDocument, Configuration, PlannedDocument } from '../../configuration/index.ts';
import type { CertificateFingerprints } from '../../ra/index.ts';
import { type AvailableProtocols, availableProtocolsType } from '../../system-configuration/index.ts';
import type { DumpTypes } from '../items/index.ts';
import type { CaChainDeps } from './ca-chain.ts';
import { consequencesOf } from './consequences.ts';
import { remarksOn } from './document-remarks.ts';
import { circleOfIssuers } from './issuer-circle.ts';
import { ImportPlanMovedError } from './errors.ts';
import type { Variables } from './expand.ts';
import type { ImportOptions, ImportPlan, ImportRemark, ImportResult, RawItem } from './import-options.ts';
import type { InitializedItems, InitializeImported } from './initialize-imported.ts';
import { completedItems } from './left-alone.ts';
import { type PlannedImport, planImport, plannedItem, revisionOf } from './plan-import.ts';
import { type ImportItem, readItems } from './read-items.ts';
import { itemsThatTake, rightTaken } from './rights-taken.ts';
import { unlistedDocuments } from './unlisted-documents.ts';

export interface ImportConfigurationDeps extends CaChainDeps {
  readonly certificates: Pick<CertificateFingerprints, 'find'>;
  readonly access: AccessControl;
  readonly audit: AuditLog;
  readonly changeManyDocuments: ChangeManyDocuments;
  readonly configuration: Configuration;
  readonly initializeImported: InitializeImported;
  readonly readDocuments: Pick<ReadDocuments, 'list'>;
  readonly documentAccess: Pick<DocumentAccess, 'sees'>;
  readonly store: UnitOfWorkStore;
  readonly types: DumpTypes;
  readonly variables: Variables;
}

/** The import of a dump: all of its items in one unit, or none. */
export class ImportConfiguration extends WithDeps<ImportConfigurationDeps> {
  /** Requires the right to import, so that the dump of a caller without it is not even read. */
  async authorize(administrator: Administrator): Promise<void> {
    await this.deps.access.authorize(administrator, Resource.system.editConfiguration);
  }

  /**
   * Finds out what an import would come to, with every problem of every item. Nothing is stored but a record of it.
   *
   * @param remarks - on what was not even taken for an item
   */
  async plan(
    administrator: Administrator,
    raw: readonly RawItem[],
    options: ImportOptions,
    remarks: readonly ImportRemark[] = [],
  ): Promise<ImportResult> {
    const { access, audit } = this.deps;
    await access.authorize(administrator, Resource.system.editConfiguration);
    const { result } = await this.#planned(administrator, raw, options, remarks, true);
    // A plan tries the codes of crypto tokens that it brings.
    await audit.record({
      event: 'CONFIGDUMP_IMPORT',
      outcome: result.success ? 'VOID' : 'FAILURE',
      actor: actorOf(administrator),
      details: { items: raw.length, dryRun: true, errors: result.errors.length, revision: result.plan.revision },
    });
    return result;
  }

  /**
   * Imports the items: after a dry run, which tells every problem, in one unit. With problems nothing is stored, unless the options have the
   * other items imported. Then keys and certificates are made, where they are asked for: each durable when it is made, and found by a
   * repeated import.
   *
   * @throws {@link ImportPlanMovedError} when it would not come to the plan of that revision
   */
  async import(
    administrator: Administrator,
    raw: readonly RawItem[],
    options: ImportOptions,
    remarks: readonly ImportRemark[] = [],
  ): Promise<ImportResult> {
    const { access, audit, configuration, initializeImported, store } = this.deps;
    const entry = {
      event: 'CONFIGDUMP_IMPORT',
      actor: actorOf(administrator),
      details: { items: raw.length },
    } as const;
    const done = await audit.recordingRefusal(entry, () =>
      planAndCommit(async (): Promise<Plan<Planned>> => {
        await access.authorize(administrator, Resource.system.editConfiguration);
        const planned = await this.#planned(administrator, raw, options, remarks, false);
        const { plan } = planned.result;
        if (options.revision !== undefined && options.revision !== plan.revision)
          throw new ImportPlanMovedError(options.revision, plan.revision);
        const unit = await this.#unit(administrator, planned, raw.length);
        // It is given to another thread, which takes a while.
        await new Pace().turn();
        return { unit, result: planned };
      }, store),
    );
    await configuration.refresh();
    if (done.isImported) {
      configuration.remember(done.changes.flatMap(({ writes }) => changedDocument(writes.planned) ?? []));
    }
    if (!done.isImported || !options.initialize) return done.result;
    const { errors, warnings } = await initializeImported.run(administrator, done.initialized);
    const all = {
      errors: [...done.errors, ...errors.map(inWords)],
      warnings: [...done.warnings, ...warnings.map(inWords)],
    };
    return resultOf(all, [], done.result.plan, options);
  }

  async #unit(administrator: Administrator, { epoch, changes, isImported, result }: Planned, items: number) {
    const { audit, changeManyDocuments } = this.deps;
    const { revision, changes: shown } = result.plan;
    const effective = isImported ? changes.filter(({ writes }) => !changesNothing(writes.planned)) : [];
    const made = shown.filter(({ kind }) => kind === 'create').length;
    const entry: AuditEntry = {
      event: 'CONFIGDUMP_IMPORT',
      outcome: isImported ? (effective.length > 0 ? 'SUCCESS' : 'VOID') : 'FAILURE',
      actor: actorOf(administrator),
      details: { items, made, changed: shown.length - made, errors: result.errors.length, revision },
    };
    if (effective.length === 0) return audit.unit([], [entry], undefined);
    return changeManyDocuments.unit(
      administrator,
      epoch,
      effective.map(({ writes }) => writes),
      entry,
      effective.flatMap(({ writes }) => writes.entry ?? []),
    );
  }

  async #planned(
    administrator: Administrator,
    raw: readonly RawItem[],
    options: ImportOptions,
    remarks: readonly ImportRemark[],
    isPlanOnly: boolean,
  ): Promise<Planned> {
    const { changeManyDocuments, initializeImported, readDocuments, types, variables } = this.deps;
    const errors: ImportRemark[] = [];
    const read = await readItems(raw, types, options.expand ? variables : undefined);
    errors.push(...read.errors);
    const { planned, kept } = await this.#plannedWithRights(administrator, read.items, options);
    errors.push(...planned.errors, ...kept);
    const off = switchedOff(planned);
    const lost = options.force
      ? undefined
      : ((off.includes(THIS_SERVICE) ? SWITCHES_ITSELF_OFF : undefined) ??
        (await rightTaken(administrator, planned.changes, changeManyDocuments)));
    const circle = await circleOfIssuers(planned, this.deps.configuration);
    const never = [lost, circle].filter((text) => text !== undefined);
    const completed = options.initialize
      ? await completedItems(administrator, planned.leftAlone, this.deps)
      : { items: [], warnings: [] };
    const items = [...planned.changes.map(({ item }) => item), ...completed.items];
    const initializing = { items, described: read.all };
    if (options.initialize)
      errors.push(...(await initializeImported.keysOfOthers(administrator, initializing)).values());
    const found = {
      errors: errors.map(inWords),
      warnings: [
        ...remarks,
        ...read.warnings,
        ...planned.warnings,
        ...(await remarksOn(planned.changes, this.deps.configuration)),
        ...completed.warnings,
        ...off.map((name) => ({ where: '', message: `The import switches off '${name}', which is on.` })),
      ].map(inWords),
    };
    const changes = planned.changes.filter(({ writes }) => !changesNothing(writes.planned));
    const initialized = options.initialize ? await initializeImported.order(items) : [];
    const tokenActs = options.initialize ? await initializeImported.tokenActs(administrator, items) : [];
    const pace = new Pace();
    await pace.turn();
    const shown = changes.map(plannedItem);
    const revision = await revisionOf(
      changes,
      tokenActs.length === 0 ? [...initialized] : [[...initialized], [...tokenActs]],
    );
    await pace.turn();
    const plan: ImportPlan = {
      revision,
      changes: shown,
      unchanged: planned.changes.length - changes.length,
      initialized,
      tokenActs,
      unlisted: isPlanOnly ? await unlistedDocuments(administrator, read.items, readDocuments) : [],
      consequences: await consequencesOf(shown),
    };
    // A right is not taken from the caller by an import that goes on after errors, either.
    const result = resultOf(found, never, plan, options);
    const isImported = never.length === 0 && (result.success || options.continueAfterErrors);
    return { ...found, epoch: planned.epoch, changes: planned.changes, initialized: initializing, isImported, result };
  }

  /** Plans; and again without the roles that would take a right from the caller, where items may be left out. */
  async #plannedWithRights(
    administrator: Administrator,
    items: readonly ImportItem[],
    options: ImportOptions,
  ): Promise<{ readonly planned: PlannedImport; readonly kept: readonly ImportRemark[] }> {
    const planned = await this.#plannedUpToDate(administrator, items, options);
    if (options.force || !(options.ignoreErrors || options.continueAfterErrors)) return { planned, kept: [] };
    const taking = await itemsThatTake(administrator, planned.changes, this.deps.changeManyDocuments);
    if (taking.size === 0) return { planned, kept: [] };
    const others = items.filter((item) => !taking.has(item));
    return { planned: await this.#plannedUpToDate(administrator, others, options), kept: [...taking.values()] };
  }

  /**
   * Plans; and again where the configuration has moved meanwhile and there are errors, which may come from that alone: an item that another
   * import makes is absent when the plan begins and exists when it ends.
   */
  async #plannedUpToDate(administrator: Administrator, items: readonly ImportItem[], options: ImportOptions) {
    const { configuration } = this.deps;
    for (let attempt = 1; ; attempt++) {
      const begunIn = configuration.epoch;
      const planned = await planImport(administrator, items, options, this.deps);
      if (planned.errors.length === 0 || attempt === ATTEMPTS) return planned;
      await configuration.refresh();
      if (configuration.epoch === begunIn) return planned;
    }
  }
}

const THIS_SERVICE = 'REST Configdump';
const SWITCHES_ITSELF_OFF = `The import would switch off '${THIS_SERVICE}', which it came through. Give force=true if that is meant.`;
const ATTEMPTS = 3;

interface Planned extends Pick<PlannedImport, 'changes' | 'epoch'>, Found {
  readonly initialized: InitializedItems;
  readonly isImported: boolean;
  readonly result: ImportResult;
}

/** Lists the groups of operations that the import would switch off. */
function switchedOff({ changes }: PlannedImport): readonly ServiceName[] {
  return changes.flatMap(({ writes: { planned } }) => {
    const [before, after] = [servicesOf(planned.before), servicesOf(planned.document)];
    return [...before].filter((name) => !after.has(name));
  });
}

function servicesOf(document: AnyDocument | undefined): ReadonlySet<ServiceName> {
  if (document?.type !== availableProtocolsType.token || !document.usability.usable) return new Set();
  return (document.usability.value as AvailableProtocols).services;
}

/** Returns the document that the unit has stored, if it has. */
function changedDocument(planned: PlannedDocument): AnyDocument | undefined {
  return changesNothing(planned) ? undefined : planned.document;
}

interface Found {
  readonly errors: readonly string[];
  readonly warnings: readonly string[];
}

/** @param always - errors that nobody can ignore */
function resultOf(
  { errors, warnings }: Found,
  always: readonly string[],
  plan: ImportPlan,
  { ignoreErrors }: ImportOptions,
): ImportResult {
  if (!ignoreErrors)
    return { success: errors.length + always.length === 0, errors: [...always, ...errors], warnings, plan };
  return { success: always.length === 0, errors: always, warnings: [...errors, ...warnings], plan };
}

function inWords({ where, message }: ImportRemark): string {
  return where === '' ? message : `${where}: ${message}`;
}
