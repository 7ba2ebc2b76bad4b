import { type Administrator, actorOf } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';

/**
 * Returns the audit record of an act on a CA, or on what it issues, that has succeeded.
 *
 * @param serial - of the certificate that the act is about
 */
export function caEvent(
  administrator: Administrator,
  event: AuditEntry['event'],
  caId: number,
  details: NonNullable<AuditEntry['details']>,
  serial?: string,
): AuditEntry {
  const actor = actorOf(administrator);
  return { event, outcome: 'SUCCESS', actor, caId, details, ...(serial === undefined ? {} : { serial }) };
}
