/** Rights that an import would take from the administrator who makes it. */
import type { Administrator } from '../../access/index.ts';
import type { ChangeManyDocuments } from '../../administration/index.ts';
import type { ImportRemark } from './import-options.ts';
import type { PlannedImport } from './plan-import.ts';
import type { ImportItem } from './read-items.ts';

type Changes = PlannedImport['changes'];
type Rights = Pick<ChangeManyDocuments, 'rightLost'>;

/** Returns what is wrong with changes that together take a right from the administrator. */
export async function rightTaken(
  administrator: Administrator,
  changes: Changes,
  rights: Rights,
): Promise<string | undefined> {
  const lost = await lostBy(administrator, changes, rights);
  return lost && `The import would take the right to '${lost}' from you. Give force=true if that is meant.`;
}

/** Returns the items that take a right by themselves, with a remark on each. */
export async function itemsThatTake(
  administrator: Administrator,
  changes: Changes,
  rights: Rights,
): Promise<ReadonlyMap<ImportItem, ImportRemark>> {
  const taking = new Map<ImportItem, ImportRemark>();
  if ((await lostBy(administrator, changes, rights)) === undefined) return taking;
  for (const change of changes) {
    const { item } = change;
    const lost = await lostBy(administrator, [change], rights);
    const message = `would take the right to '${lost}' from you, and was left out`;
    if (lost !== undefined) taking.set(item, { where: item.where, message });
  }
  return taking;
}

function lostBy(administrator: Administrator, changes: Changes, rights: Rights): Promise<string | undefined> {
  return rights.rightLost(
    administrator,
    changes.map(({ writes }) => writes),
  );
}
