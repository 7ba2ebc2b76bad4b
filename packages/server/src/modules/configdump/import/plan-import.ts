/** The plan of an import: which documents it makes and changes, and every reason why it would not. */
import { createHash } from 'node:crypto';
import { canonicalJson, type JsonObject, type JsonValue } from '../../../kernel/canonical-json.ts';
import type { AppError } from '../../../kernel/errors.ts';
import { Pace } from '../../../kernel/tasks/pace.ts';
import { type AccessControl, type Administrator, Resource } from '../../access/index.ts';
import { type ChangeManyDocuments, changesNothing, type DocumentAccess } from '../../administration/index.ts';
import {
  type Configuration,
  type DocumentChange,
  InvalidSettingsError,
  isJsonObject,
  isPlanned,
  type PlannedWrites,
  type Problem,
} from '../../configuration/index.ts';
import type { CertificateFingerprints } from '../../ra/index.ts';
import { type CaChainDeps, type CertifiedWrites, givenChain, withChain } from './ca-chain.ts';
import { disabledBinding } from './bound-certificates.ts';
import { reasonOf } from './errors.ts';
import type { ImportOptions, ImportRemark, PlannedItem } from './import-options.ts';
import { withoutKeptSecrets, withoutMissing } from './missing-references.ts';
import type { ImportItem } from './read-items.ts';

/** Dependencies of {@link planImport}. */
export interface PlanImportDeps extends CaChainDeps {
  readonly access: Pick<AccessControl, 'isAuthorized'>;
  readonly certificates: Pick<CertificateFingerprints, 'find'>;
  readonly configuration: Configuration;
  readonly changeManyDocuments: Pick<ChangeManyDocuments, 'plan'>;
  readonly documentAccess: Pick<DocumentAccess, 'sees'>;
}

/** One item with the change that it stands for. */
export interface ItemChange {
  readonly item: ImportItem;
  readonly change: DocumentChange & { readonly settings: JsonObject };
  /** The certificates that a CA gets. */
  readonly certificates?: readonly string[] | undefined;
}

/** Changes that can be made together, and remarks on the items that cannot be imported as they are. */
export interface PlannedImport {
  readonly epoch: number;
  readonly changes: readonly { readonly item: ImportItem; readonly writes: CertifiedWrites }[];
  /** Items that exist and are left alone, with the changes that would make them what the dump says. */
  readonly leftAlone: readonly ItemChange[];
  readonly errors: readonly ImportRemark[];
  readonly warnings: readonly ImportRemark[];
}

/**
 * Plans the import of items. Everything is looked at before anything is given up, so that all problems are told at once; then items that
 * cannot be imported are left out, and those that name them are planned anew.
 */
export async function planImport(
  administrator: Administrator,
  items: readonly ImportItem[],
  options: ImportOptions,
  deps: PlanImportDeps,
): Promise<PlannedImport> {
  const errors: ImportRemark[] = [];
  const warnings: ImportRemark[] = [];
  const wanted = await wantedChanges(administrator, items, options, deps, { errors, warnings });
  const { leftAlone } = wanted;
  let left = wanted.changes;
  const mayLeaveOut = options.continueAfterErrors || options.ignoreErrors;
  for (;;) {
    const { epoch, outcomes: ofDocuments } = await deps.changeManyDocuments.plan(
      administrator,
      left.map(({ change }) => change),
    );
    const outcomes = await withChains(administrator, left, ofDocuments, deps);
    const planned = left.flatMap(({ item }, index) => {
      const writes = outcomes[index]!;
      return isPlanned(writes) ? [{ item, writes }] : [];
    });
    if (planned.length === left.length) return { epoch, changes: planned, leftAlone, errors, warnings };
    const next = left.flatMap((each, index): readonly ItemChange[] => {
      const outcome = outcomes[index]!;
      return isPlanned(outcome) ? [each] : amended(each, outcome, options, { errors, warnings });
    });
    // Nothing will be stored, and what names an item with a mistake is not to be told as a second mistake.
    if (errors.length > 0 && !mayLeaveOut) return { epoch, changes: planned, leftAlone, errors, warnings };
    left = next;
  }
}

/** Shows a change for a plan. */
export function plannedItem({ item, writes }: PlannedImport['changes'][number]): PlannedItem {
  const { planned } = writes;
  const { type, name, namespace } = planned.document!;
  const kind = planned.before === undefined ? 'create' : 'change';
  const { title } = item.codec.type;
  return { where: item.where, type, title, name, namespace, kind, differences: planned.differences };
}

/**
 * Names a plan by what it would do to which versions of documents. Secrets are not in it, since it is shown.
 *
 * @param further - what else the plan comes to
 */
export async function revisionOf(changes: PlannedImport['changes'], further: JsonValue): Promise<string> {
  const pace = new Pace();
  const parts: string[] = [];
  for (const { writes } of changes) {
    await pace.step();
    const { planned } = writes;
    if (changesNothing(planned)) continue;
    const { type, name, namespace } = planned.document!;
    const differences = planned.differences.map(({ field, before, after }) => [field, before ?? null, after ?? null]);
    const version = planned.before === undefined ? [] : [planned.before.id, planned.before.version];
    parts.push(canonicalJson([type, namespace, name, version, differences]));
  }
  parts.sort();
  const hash = createHash('sha256');
  for (const part of [...parts, canonicalJson(further)]) hash.update(`${part.length}:${part}`);
  return hash.digest('hex').slice(0, 32);
}

/** Adds the certificates that items of CAs bring. */
async function withChains(
  administrator: Administrator,
  changes: readonly ItemChange[],
  outcomes: readonly (PlannedWrites | AppError)[],
  deps: PlanImportDeps,
): Promise<readonly (CertifiedWrites | AppError)[]> {
  const pace = new Pace();
  const all: (CertifiedWrites | AppError)[] = [];
  for (const [index, { certificates }] of changes.entries()) {
    const outcome = outcomes[index]!;
    if (certificates !== undefined) await pace.step();
    const isTaken = certificates !== undefined && isPlanned(outcome);
    all.push(isTaken ? await withChain(administrator, outcome, certificates, deps) : outcome);
  }
  return all;
}

interface Remarks {
  readonly errors: ImportRemark[];
  readonly warnings: ImportRemark[];
}

/** Returns the change that each item stands for. Those that exist and are left alone come by themselves. */
async function wantedChanges(
  administrator: Administrator,
  items: readonly ImportItem[],
  { overwrite, ignoreErrors, initialize }: ImportOptions,
  deps: PlanImportDeps,
  { errors, warnings }: Remarks,
): Promise<{ readonly changes: readonly ItemChange[]; readonly leftAlone: readonly ItemChange[] }> {
  const { access, certificates, configuration, documentAccess } = deps;
  const pace = new Pace();
  const wanted: ItemChange[] = [];
  const leftAlone: ItemChange[] = [];
  // Who may read secrets learns nothing from one that is not a difference. Nobody else is to find out by trying.
  const readsSecrets = await access.isAuthorized(administrator, Resource.configurationSecrets);
  const ahead = configuration.lookAhead();
  await ahead.add(items.map(({ codec, read: { name, namespace } }) => ({ type: codec.type.token, name, namespace })));
  for (const item of items) {
    await pace.step();
    const { where, codec, read } = item;
    const { name, namespace, publicId } = read;
    const { type } = codec;
    const found = await ahead.find(type, name, namespace);
    // What the administrator may not see is made, as what does not exist: the refusal is the same.
    const existing = found && (await documentAccess.sees(administrator, found)) ? found : undefined;
    const isWanted = existing === undefined || overwrite === 'yes';
    const chain = isWanted ? await givenChain(item, existing, initialize, deps) : NOTHING;
    if (chain.kind === 'refused') {
      // Left out of both, or the CA would stay without the certificates that the item brings.
      (ignoreErrors ? warnings : errors).push({ where, message: `${chain.message}. The item was left out` });
      continue;
    }
    if (chain.kind === 'left-out') warnings.push({ where, message: chain.message });
    const further = chain.kind === 'taken' ? { certificates: chain.certificates } : {};
    const disabled = await disabledBinding(item, existing, certificates);
    if (disabled !== undefined && isWanted)
      warnings.push({
        where,
        message: 'is bound to a certificate that is not on this server, and was imported DISABLED',
      });
    const settings = disabled ?? read.settings;
    const target = { type: type.token, name, namespace };
    if (existing === undefined) {
      const given = publicId === undefined || type.publicIds.kind === 'derived' ? {} : { publicId };
      wanted.push({ item, change: { kind: 'create', ...target, settings, ...given }, ...further });
    } else if (existing.version === 0 || overwrite !== 'abort') {
      const same = codec.keepForms(settings, existing.settings);
      const keepsEqualSecret = (field: string) => readsSecrets || item.secretsOfVariables.has(field);
      const isLeft = existing.version > 0 && overwrite === 'skip';
      const change = { kind: 'change', ...target, settings: same, keepsEqualSecret } as const;
      (isLeft ? leftAlone : wanted).push({ item, change, ...further });
      if (isLeft) warnings.push({ where, message: 'exists already and was left alone' });
    } else {
      (ignoreErrors ? warnings : errors).push({ where: '', message: `${name} already exists.  Aborting.` });
      // It is there for those that name it, and looked at for further problems.
    }
  }
  return { changes: wanted, leftAlone };
}

/** Returns what is tried in place of a change that was refused: the same without what may be left out, or nothing. */
function amended(each: ItemChange, refusal: AppError, options: ImportOptions, remarks: Remarks): readonly ItemChange[] {
  const { where } = each.item;
  const report = (message: string): readonly ItemChange[] => {
    (options.ignoreErrors ? remarks.warnings : remarks.errors).push({ where, message });
    return [];
  };
  if (!(refusal instanceof InvalidSettingsError)) return report(reasonOf(refusal));
  const { problems } = refusal;
  const missing = problems.filter(({ kind }) => kind === 'reference');
  const secrets = problems.filter(({ kind }) => kind === 'secret');
  if (missing.length > 0 && missing.length + secrets.length === problems.length && options.resolve !== 'abort') {
    for (const problem of missing)
      remarks.warnings.push({ where, message: `${inWords(problem)}; ${doneAbout(problem, options.resolve)}` });
    if (options.resolve === 'skip') return [];
    const names = missing.flatMap((problem) => problem.missing ?? []);
    const { settings } = each.change;
    const left = withoutMissing(each.item.codec.type, settings, names);
    const denied = lostDenial(settings, left);
    if (denied === undefined) return [withSettings(each, left)];
    return report(
      `denies '${denied}', which does not exist; without the rule it would allow more. Remove the rule or name what exists`,
    );
  }
  if (secrets.length === problems.length && options.ignoreErrors) {
    for (const problem of secrets) remarks.warnings.push({ where, message: `${inWords(problem)}; it is empty` });
    const { codec } = each.item;
    const settings = withoutKeptSecrets(codec.type, each.change.settings);
    const changed = codec.withoutSecrets(settings);
    if (changed !== undefined) remarks.warnings.push({ where, message: changed.message });
    return [withSettings(each, changed?.settings ?? settings)];
  }
  for (const problem of problems) report(inWords(problem) + (problem.kind === 'reference' ? '.  Aborting.' : ''));
  return [];
}

function withSettings(each: ItemChange, settings: JsonObject): ItemChange {
  return { ...each, change: { ...each.change, settings } };
}

function inWords({ field, message }: Problem): string {
  return field === '' ? message : `${field} ${message}`;
}

/** Says what becomes of a reference to something that does not exist. */
function doneAbout({ field }: Problem, resolve: 'skip' | 'useDefault'): string {
  if (resolve === 'skip') return 'the item was left out';
  if (field.includes('/')) return 'the rule was left out';
  return /\[\d+\]$/.test(field) ? 'it was taken out of the list' : 'the default was used';
}

/** Returns the path of a rule that denies and is gone: rights would be wider without it. */
function lostDenial(before: JsonObject, after: JsonObject): string | undefined {
  for (const [name, rules] of Object.entries(before)) {
    const left = after[name];
    if (!isJsonObject(rules)) continue;
    const lost = Object.entries(rules).find(
      ([path, state]) => state === 'DENY' && !(isJsonObject(left) && Object.hasOwn(left, path)),
    );
    if (lost !== undefined) return lost[0];
  }
  return undefined;
}

const NOTHING = { kind: 'nothing' } as const;
