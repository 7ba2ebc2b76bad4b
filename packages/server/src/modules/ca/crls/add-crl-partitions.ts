/** Adds partitions to a CA before the CRL of one grows too large. */
import { newUnitId, type Plan, planAndCommit } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { SYSTEM, type UseCaseDeps } from '../../access/index.ts';
import type { DocumentPlanner } from '../../configuration/index.ts';
import { caEvent } from '../authorities/index.ts';
import { caType } from '../kinds/index.ts';
import { type CrlPartitions, MAX_PARTITIONS } from '../settings/index.ts';
import type { IssuedCrl } from './issue-crl.ts';

export interface AddCrlPartitionsDeps extends Pick<
  UseCaseDeps,
  'audit' | 'clock' | 'configuration' | 'random' | 'store'
> {
  readonly planner: DocumentPlanner;
  /** Receives the error if the partitions could not be changed; the next base CRL causes another attempt. */
  readonly onFailed: (error: unknown) => void;
}

/**
 * Adds CRL partitions to a CA. If the next base CRL of a partition would exceed the CA's limit after growing by as much as the last one did, the CA
 * gets as many new partitions as now take certificates, and those are suspended.
 *
 * This ends the growth that new certificates cause, and no more: a certificate names the location of its CRL permanently, so if all certificates of a
 * partition are revoked at once, its CRL lists them all, whatever the limit.
 */
export class AddCrlPartitions extends WithDeps<AddCrlPartitionsDeps> {
  /** Checks a base CRL that was stored. Does not throw. */
  async consider({ authority, crl, previousBase }: IssuedCrl): Promise<void> {
    const { maximumOctets, partitions } = authority.settings.crl;
    if (maximumOctets === undefined || partitions === undefined) return;
    const growth = Math.max(0, crl.octets - (previousBase?.octets ?? crl.octets));
    if (crl.octets + growth <= maximumOctets) return;
    try {
      await planAndCommit(() => this.#plan(authority.name, crl.partition), this.deps.store);
    } catch (error) {
      this.deps.onFailed(error);
    }
  }

  /** Plans with the present settings: another partition or process may have added partitions already. */
  async #plan(name: string, partition: number): Promise<Plan<undefined>> {
    const { audit, clock, configuration, planner, random } = this.deps;
    const { epoch } = configuration;
    const document = await configuration.get(caType, name);
    const now = document.value.kind === 'X509' ? document.value.crl.partitions : undefined;
    const after = now && takesCertificates(now, partition) ? split(now) : undefined;
    // Nothing to add: an empty unit.
    if (after === undefined)
      return { unit: { id: newUnitId(clock, random), epoch: undefined, writes: [] }, result: undefined };
    const partitions = { crlPartitions: after.count, suspendedCrlPartitions: after.suspended };
    const settings = { ...(await configuration.present(document)), ...partitions };
    const { writes } = await planner.planChange({ type: caType.token, name, settings });
    const entry = caEvent(SYSTEM, 'CA_EDITING', document.id, { name, fullPartition: partition, ...partitions });
    return { unit: audit.unit(writes, [entry], epoch), result: undefined };
  }
}

function takesCertificates({ suspended }: CrlPartitions, partition: number): boolean {
  return partition > suspended;
}

/** Doubles the partitions that take certificates; undefined if the CA would have too many. */
function split({ count, suspended }: CrlPartitions): CrlPartitions | undefined {
  const after = { count: count + (count - suspended), suspended: count };
  return after.count > MAX_PARTITIONS ? undefined : after;
}
