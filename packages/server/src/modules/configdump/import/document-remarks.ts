/** Remarks on documents that an import stores as they are. */
import { Pace } from '../../../kernel/tasks/pace.ts';
import { changesNothing } from '../../administration/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { ImportRemark } from './import-options.ts';
import type { PlannedImport } from './plan-import.ts';

/** Says of documents that are made or changed why they cannot be used, and what changes nothing in them: workers are stored as they come. */
export async function remarksOn(
  changes: PlannedImport['changes'],
  configuration: Configuration,
): Promise<readonly ImportRemark[]> {
  const pace = new Pace();
  const remarks: ImportRemark[] = [];
  for (const { item, writes } of changes) {
    const { where } = item;
    const document = writes.planned.document!;
    if (changesNothing(writes.planned)) continue;
    await pace.step();
    const { type, usability } = document;
    for (const problem of usability.usable ? [] : usability.problems)
      remarks.push({ where, message: `cannot be used as it is: ${problem.field} ${problem.message}` });
    for (const remark of configuration.hooks(type).remarks?.({ document }) ?? [])
      remarks.push({ where, message: `${remark.field} ${remark.message}` });
  }
  return remarks;
}
