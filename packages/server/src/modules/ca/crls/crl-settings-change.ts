/** Consequences that a change of a CA's settings has for its CRLs. */
import type { CaSettings } from '../kinds/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';
import type { CrlStore, EndDeltaBase } from '../records/index.ts';
import { CrlPartitionsRemovedError } from './errors.ts';

/** CA settings before and after a change. */
export interface CrlSettingsChange {
  readonly caId: number;
  readonly name: string;
  readonly before: CaSettings;
  readonly after: CaSettings;
}

/**
 * Returns the writes required by the change.
 *
 * When a CA starts to issue delta CRLs again, they cannot refer to a base CRL from before, because revocations in between were not noted.
 *
 * @throws {@link CrlPartitionsRemovedError} since certificates name the location of their CRL permanently
 */
export async function crlSettingsChange(
  { caId, name, before, after }: CrlSettingsChange,
  crls: Pick<CrlStore, 'findLatestHead'>,
): Promise<readonly EndDeltaBase[]> {
  if (before.kind !== 'X509' || after.kind !== 'X509') return [];
  if ((after.crl.partitions?.count ?? 0) < (before.crl.partitions?.count ?? 0))
    throw new CrlPartitionsRemovedError(name);
  if (before.crl.deltaLifetimeSeconds > 0 || after.crl.deltaLifetimeSeconds === 0) return [];
  const ended: EndDeltaBase[] = [];
  for (const partition of partitionsWithCrl(after.crl.partitions)) {
    const scope = { caId, partition };
    const head = await crls.findLatestHead(scope, 'base');
    if (head?.deltaBase === true) ended.push({ op: 'crl.end-delta-base', scope, number: head.number });
  }
  return ended;
}
