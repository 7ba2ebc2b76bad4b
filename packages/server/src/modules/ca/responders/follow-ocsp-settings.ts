/** Job that gives a CA the OCSP responders that its changed settings ask for. */
import type { Clock } from '../../../kernel/clock.ts';
import type { Ids } from '../../../kernel/ids.ts';
import { newUnitId, type Plan, type UnitOfWork } from '../../../kernel/unit-of-work.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { UseCaseDeps } from '../../access/index.ts';
import type { InsertJob, JobKind, JobSummary } from '../../background/index.ts';
import type { Configuration } from '../../configuration/index.ts';
import type { CaSettings } from '../kinds/index.ts';
import type { RenewOcspResponders } from './renew-ocsp-responders.ts';

/** Returns the job, for the unit of the change; none for a change that leaves the keys of responders as they are. */
export function ocspSettingsChange(
  { caId, before, after }: { readonly caId: number; readonly before: CaSettings; readonly after: CaSettings },
  { ids, clock }: { readonly ids: Ids; readonly clock: Clock },
): readonly InsertJob[] {
  if (before.kind !== 'X509' || after.kind !== 'X509' || after.ocsp.signer !== 'DELEGATED') return [];
  const isSame = (['signer', 'cryptoTokenId', 'keySpec'] as const).every(
    (member) => before.ocsp[member] === after.ocsp[member],
  );
  if (isSame) return [];
  const progress: ChangedOcspSettings = { caId };
  const createdMs = clock.nowMs();
  return [{ op: 'job.insert', id: ids.next(), kind: KIND, progress: JSON.stringify(progress), createdMs }];
}

export interface FollowOcspSettingsDeps extends Pick<UseCaseDeps, 'clock' | 'random'> {
  readonly configuration: Pick<Configuration, 'refresh'>;
  readonly ocspResponders: Pick<RenewOcspResponders, 'updateCa'>;
}

/** Makes these responders within seconds. What fails is left to the task that renews all responders. */
export class FollowOcspSettings
  extends WithDeps<FollowOcspSettingsDeps>
  implements JobKind<ChangedOcspSettings, never>
{
  readonly kind = KIND;
  readonly task = 'follow-ocsp-settings';
  readonly purpose = 'renew OCSP responders';

  summarize(_jobId: number, { caId }: ChangedOcspSettings): JobSummary {
    return { caId, counts: {} };
  }

  async readItems(): Promise<readonly never[]> {
    return [];
  }

  planStep(): Promise<Plan<ChangedOcspSettings>> {
    throw new TypeError('the responders of a CA are not steps');
  }

  async complete(_jobId: number, { caId }: ChangedOcspSettings): Promise<void> {
    const { configuration, ocspResponders } = this.deps;
    // Another process may have changed the settings a moment ago.
    await configuration.refresh();
    await ocspResponders.updateCa(caId);
  }

  /** Returns an empty unit, since the certificates of responders have audit records of their own. */
  planEnd(): UnitOfWork {
    const { clock, random } = this.deps;
    return { id: newUnitId(clock, random), epoch: undefined, writes: [] };
  }
}

interface ChangedOcspSettings {
  readonly caId: number;
}

const KIND = 'ocsp-settings';
