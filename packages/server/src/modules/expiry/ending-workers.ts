/** Workers whose certificates end soon. */
import type { Ending } from '../notices/index.ts';
import type { WorkerEnd } from '../signing/index.ts';
import { isOverdue, isTimeToTell } from './telling-time.ts';

/** Finds them. A certificate that the program renews by itself is reported only when its renewal is overdue. */
export function endingWorkers(
  workers: readonly WorkerEnd[],
  options: { readonly secondsBefore: number; readonly now: number; readonly renewsWorkers: boolean },
): readonly Ending[] {
  return workers.filter((worker) => isDue(worker, options)).map((worker) => endingOf(worker));
}

function isDue(
  { certificate, endsAt, renewalDue }: WorkerEnd,
  {
    secondsBefore,
    now,
    renewsWorkers,
  }: { readonly secondsBefore: number; readonly now: number; readonly renewsWorkers: boolean },
): boolean {
  if (renewsWorkers && renewalDue !== undefined) return isOverdue({ ends: endsAt }, renewalDue, now);
  return isTimeToTell({ begins: certificate.notBefore, ends: endsAt }, secondsBefore, now);
}

function endingOf({ id, name, certificate, endsAt, renewalDue }: WorkerEnd): Ending {
  return {
    kind: 'worker',
    object: `worker ${id} ${certificate.serialNumber}`,
    name,
    endsAt,
    facts: {
      subject: certificate.subject.toString(),
      issuer: certificate.issuer.toString(),
      serial_number: certificate.serialNumber,
    },
    advice:
      renewalDue === undefined
        ? `Get another certificate for its key ("sealwright worker" has the commands) before this date: from then on the worker refuses to sign.`
        : `Its renewal is overdue: the log says why it fails ("background task failed", "sealwright service list"). Mend that before this date: from then on the worker refuses to sign.`,
  };
}
