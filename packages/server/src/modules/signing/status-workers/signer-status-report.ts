import type { WorkerStatus, WorkerStatusSource } from './worker-status.ts';

/**
 * Reports the states of workers, a line for each of them, as SignServer does.
 *
 * @param workers - ids or names
 */
export async function signerStatusReport(
  workers: readonly string[],
  statuses: WorkerStatusSource,
): Promise<Uint8Array> {
  const lines: string[] = [];
  for (const named of workers) lines.push(lineOf(named, await statuses.find(named)));
  return Buffer.from(lines.map((line) => `${line}\n`).join(''));
}

/** Tells whether it is the beginning of such a report. */
export function isSignerStatusReport(beginning: Uint8Array): boolean {
  return REPORT.test(Buffer.from(beginning).toString());
}

/** Returns the line of a worker. One that does not exist is reported as one that does not sign. */
function lineOf(named: string, status: WorkerStatus | undefined): string {
  const { certificate, signings, signLimit, state } = status ?? {};
  return [
    `workerName=${status?.name ?? named}`,
    `status=${state === 'active' ? 'ACTIVE' : 'OFFLINE'}`,
    ...(certificate === undefined
      ? []
      : [`validityNotBefore=${timeOf(certificate.notBefore)}`, `validityNotAfter=${timeOf(certificate.notAfter)}`]),
    ...(signings === undefined ? [] : [`signings=${signings}`]),
    ...(signLimit === undefined ? [] : [`signLimit=${signLimit}`]),
  ].join(', ');
}

/** `yyyy-MM-dd HH:mm:ss z`. */
function timeOf(seconds: number): string {
  return new Date(seconds * 1000).toISOString().replace('T', ' ').replace('.000Z', ' UTC');
}

const REPORT = /^workerName=[^\n]*, status=(?:ACTIVE|OFFLINE)[,\n]/;
