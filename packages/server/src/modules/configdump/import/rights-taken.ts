/** Rights that an import would take from the administrator who makes it. */
import { type Administrator, roleType } from '../../access/index.ts';
import type { ChangeManyDocuments } from '../../administration/index.ts';
import type { ImportRemark } from './import-options.ts';
import type { PlannedImport } from './plan-import.ts';
import type { ImportItem } from './read-items.ts';

type Changes = PlannedImport['changes'];
type Rights = Pick<ChangeManyDocuments, 'rightsLost'>;

/** Returns what is wrong with changes that together take a right from the administrator. */
export async function rightTaken(
  administrator: Administrator,
  changes: Changes,
  rights: Rights,
): Promise<string | undefined> {
  const [lost] = (await lostBy(administrator, changes, rights)).values();
  return lost && `The import would take the right to '${lost}' from you. Give force=true if that is meant.`;
}

/** Returns the items without which the others take no right from the administrator, with a remark on each. */
export async function itemsThatTake(
  administrator: Administrator,
  changes: Changes,
  rights: Rights,
): Promise<ReadonlyMap<ImportItem, ImportRemark>> {
  const lost = await lostBy(administrator, changes, rights);
  const taking = new Map<ImportItem, ImportRemark>();
  if (lost.size === 0) return taking;
  for (const { item, writes } of changes) {
    const { type, id } = writes.planned.document!;
    const right = type === roleType.token ? lost.get(id) : undefined;
    const message = `would take the right to '${right}' from you, and was left out`;
    if (right !== undefined) taking.set(item, { where: item.where, message });
  }
  return taking;
}

function lostBy(administrator: Administrator, changes: Changes, rights: Rights): Promise<ReadonlyMap<number, string>> {
  return rights.rightsLost(
    administrator,
    changes.map(({ writes }) => writes),
  );
}
