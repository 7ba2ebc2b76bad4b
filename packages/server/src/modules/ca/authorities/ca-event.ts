import { type Administrator, actorOf } from '../../access/index.ts';
import type { AuditEntry } from '../../audit/index.ts';

/**
 * Returns the audit record of a successful act on a CA or on a certificate of it.
 *
 * @param serial - serial number of the certificate concerned
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
