/** Consequences of a change of a CA's settings for its CRLs. */
import type { CaSettings } from '../authorities/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';
import type { CrlStore, EndDeltaBase } from '../records/index.ts';
import { CrlPartitionsRemovedError } from './errors.ts';

/** The settings before and after. */
export interface CrlSettingsChange {
  readonly caId: number;
  readonly name: string;
  readonly before: CaSettings;
  readonly after: CaSettings;
}

/**
 * Returns the writes that go with it.
 *
 * When a CA begins to issue delta CRLs, they cannot refer to a base CRL of the last time that it did: what was revoked in between was not
 * noted.
 *
 * @throws {@link CrlPartitionsRemovedError} since certificates say for ever where their CRL is
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
