/** Plans of imports in a form for people. */
import type { ImportPlan, PlannedItem, UnlistedItem } from '../rest/configdump-rest.ts';
import { printable } from '../terminal/output.ts';
import { formatDifferences } from './differences.ts';

/** Formats a plan: each document with its settings, what follows for certificates, and what is wrong. */
export function formatPlan(plan: ImportPlan): string {
  const { changes, consequences, errors, initialized, revision, tokenActs, unchanged } = plan;
  const made = changes.filter(({ kind }) => kind === 'create').length;
  const lines = [
    ...changes.map((item) => formatItem(item, item.kind === 'create' ? 'would be made' : 'would change')),
    ...tokenActs.map((act) => `+ ${printable(act)}\n`),
    ...initialized.map((name) => `+ the CA '${printable(name)}' would get its keys and its certificate\n`),
    ...(consequences.length > 0 ? ['\nAfterwards:\n', ...consequences.map((each) => `  ${printable(each)}\n`)] : []),
    ...formatErrors(errors),
  ];
  const counts = `${made} to make, ${changes.length - made} to change, ${unchanged} unchanged`;
  const summary = isEmptyPlan(plan) ? 'nothing would change' : `${counts}; plan ${revision}`;
  return `${lines.join('')}${lines.length > 0 ? '\n' : ''}${summary}\n`;
}

/** Tells whether an import would do nothing at all. */
export function isEmptyPlan({ changes, initialized, tokenActs }: ImportPlan): boolean {
  return changes.length + initialized.length + tokenActs.length === 0;
}

/** Formats how a server differs from a directory. */
export function formatDrift({ changes, errors, initialized, tokenActs, unlisted }: ImportPlan): string {
  const lines = [
    ...changes.map((item) =>
      item.kind === 'create'
        ? `- ${nameOf(item)} is in ${printable(item.file)} and not on the server\n`
        : formatItem(item, 'differs'),
    ),
    ...tokenActs.map((act) => `- ${printable(act)}\n`),
    ...initialized.map((name) => `- the CA '${printable(name)}' has no certificate on the server\n`),
    ...unlisted.map((item) => `+ ${nameOf(item)} is on the server and in no file\n`),
    ...formatErrors(errors),
  ];
  return lines.length === 0 ? 'the server is as the directory says\n' : lines.join('');
}

/** Formats what is wrong with files. */
export function formatErrors(errors: readonly string[]): readonly string[] {
  return errors.map((each) => `! ${printable(each)}\n`);
}

/** A plan for programs. */
export function planJson({
  success,
  errors,
  revision,
  changes,
  unchanged,
  initialized,
  tokenActs,
  consequences,
}: ImportPlan) {
  return { success, errors, revision, changes, unchanged, initialized, tokenActs, consequences };
}

function formatItem(item: PlannedItem, what: string): string {
  const differences = formatDifferences(item.differences).replaceAll(/^/gm, '    ').trimEnd();
  const mark = item.kind === 'create' ? '+' : '~';
  return `${mark} ${nameOf(item)} ${what}${differences === '' ? '' : ':'}\n${differences === '' ? '' : `${differences}\n`}`;
}

function nameOf({ title, name, namespace }: UnlistedItem): string {
  return `${title} '${printable(namespace === '' ? name : `${namespace}/${name}`)}'`;
}
