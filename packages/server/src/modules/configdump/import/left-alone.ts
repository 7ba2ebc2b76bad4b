/** Items that exist already and are left alone: an initialization completes those that are as the dump has them. */
import { AppError } from '../../../kernel/errors.ts';
import { Pace } from '../../../kernel/tasks/pace.ts';
import type { Administrator } from '../../access/index.ts';
import { type ChangeManyDocuments, changesNothing } from '../../administration/index.ts';
import { type Configuration, isPlanned } from '../../configuration/index.ts';
import { cryptoTokenType } from '../../crypto-tokens/index.ts';
import { isCa } from './described-keys.ts';
import type { ImportRemark } from './import-options.ts';
import type { InitializeImported } from './initialize-imported.ts';
import type { ItemChange } from './plan-import.ts';
import type { ImportItem } from './read-items.ts';

/** Dependencies of {@link completedItems}. */
export interface LeftAloneDeps {
  readonly changeManyDocuments: Pick<ChangeManyDocuments, 'plan'>;
  readonly configuration: Configuration;
  readonly initializeImported: Pick<InitializeImported, 'order' | 'tokenActs'>;
}

/**
 * Finds the crypto tokens and CAs that were left alone and lack keys or certificates. Those that are as their items say are completed: the same
 * import, repeated, has made them. Of the others it is said that nothing is made for them.
 *
 * @param leftAlone - items with the changes that would make them what the dump says
 */
export async function completedItems(
  administrator: Administrator,
  leftAlone: readonly ItemChange[],
  deps: LeftAloneDeps,
): Promise<{ readonly items: readonly ImportItem[]; readonly warnings: readonly ImportRemark[] }> {
  const lacking: ItemChange[] = [];
  const pace = new Pace();
  for (const each of leftAlone) {
    await pace.step();
    if (await lacksSomething(administrator, each.item, deps)) lacking.push(each);
  }
  if (lacking.length === 0) return { items: [], warnings: [] };
  const { outcomes } = await deps.changeManyDocuments.plan(
    administrator,
    lacking.map(({ change }) => change),
  );
  const items: ImportItem[] = [];
  const warnings: ImportRemark[] = [];
  for (const [index, { item }] of lacking.entries()) {
    const outcome = outcomes[index]!;
    if (isPlanned(outcome) && isSame(outcome.planned)) items.push(item);
    else warnings.push({ where: item.where, message: notCompleted(item) });
  }
  return { items, warnings };
}

async function lacksSomething(
  administrator: Administrator,
  item: ImportItem,
  { initializeImported }: LeftAloneDeps,
): Promise<boolean> {
  if (isCa(item)) return (await initializeImported.order([item])).length > 0;
  if (item.codec.type.token !== cryptoTokenType.token) return false;
  try {
    return (await initializeImported.tokenActs(administrator, [item])).length > 0;
  } catch (error) {
    // Who may not use the token completes nothing in it.
    if (!(error instanceof AppError)) throw error;
    return false;
  }
}

/** Tells whether a change changes nothing. A secret is sealed anew each time; whether it is another one is not looked at. */
function isSame(planned: Parameters<typeof changesNothing>[0]): boolean {
  const differences = planned.differences.filter(
    ({ before, after }) => JSON.stringify(before) !== JSON.stringify(after),
  );
  return changesNothing({ ...planned, differences });
}

function notCompleted(item: ImportItem): string {
  const made = isCa(item) ? 'it has no certificate yet, and got none' : 'it was not activated, and got no key pairs';
  return `was left alone and is not as the item says, so ${made}; import with overwrite=yes, or complete it by itself`;
}
