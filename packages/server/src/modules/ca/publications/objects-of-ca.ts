/** The objects of a CA that its publishers get, and the publishers that can be used. */
import type { Configuration } from '../../configuration/index.ts';
import { type ObjectKey, publisherType } from '../../publishers/index.ts';
import type { CaSettings } from '../kinds/index.ts';
import { partitionsWithCrl } from '../settings/index.ts';

/** Returns the keys of the CA's certificate and of the CRLs that it makes. Some may not be there: nothing is published of those. */
export function objectsOfCa(caId: number, settings: CaSettings): readonly ObjectKey[] {
  if (settings.kind === 'SSH') return [];
  const certificate: ObjectKey = { kind: 'ca-certificate', caId };
  if (settings.kind === 'CVC') return [certificate];
  const { deltaLifetimeSeconds, partitions } = settings.crl;
  const kinds = deltaLifetimeSeconds > 0 ? (['base', 'delta'] as const) : (['base'] as const);
  const crls = partitionsWithCrl(partitions).flatMap((partition) =>
    kinds.map((crl): ObjectKey => ({ kind: 'crl', caId, partition, crl })),
  );
  return [certificate, ...crls];
}

/** Returns those of the publishers that can be used. Nothing is queued for the others. */
export async function usablePublishers(
  configuration: Pick<Configuration, 'findById'>,
  ids: readonly number[],
): Promise<readonly number[]> {
  const found = await Promise.all(ids.map((id) => configuration.findById(publisherType, id)));
  return found.flatMap((publisher) => {
    const isUsable = publisher?.usability.usable === true && publisher.usability.value.target !== undefined;
    return isUsable ? [publisher.id] : [];
  });
}
