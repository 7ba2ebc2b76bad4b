/**
 * A process that claims when it is told to: `fork('claiming-process.ts', [DATABASE])` sends `ready`, takes a {@link ClaimOrder} at a time,
 * and sends the claimants. Ends when the channel does.
 */
import { once } from 'node:events';
import process from 'node:process';
import { openUnits } from '../units.ts';
import { claimAtOnce, type Wanted } from './claim-at-once.ts';

/** The thing to claim, and for whom. */
export interface ClaimOrder {
  readonly wanted: Wanted;
  readonly thing: string;
  readonly ids: readonly number[];
}

const units = await openUnits(process.argv[2]!, {
  onBackgroundError(error) {
    throw error;
  },
});
process.on('message', ({ wanted, thing, ids }: ClaimOrder) => {
  void claimAtOnce(units, wanted, thing, ids).then((claimants) => process.send!(claimants));
});
process.send!('ready');
await once(process, 'disconnect');
await units.database.close();
