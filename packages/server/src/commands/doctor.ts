/** `sealwright doctor`: what a crash may have left, and what to do about it. On the host only. */
import process from 'node:process';
import { printedSerialNumber } from '@sealwright/pki';
import type { Administrator } from '../modules/access/index.ts';
import type { JournalEntry } from '../modules/ca/index.ts';
import type { GivenSettings } from '../server-config/index.ts';
import type { Installation } from '../wiring/installation.ts';
import { openExisting } from './open-existing.ts';
import { type Environment, readSurroundings } from './surroundings.ts';
import { terminalText } from './terminal-text.ts';

/** @returns the exit code: 0 when nothing was found or all that was found is revoked, 1 otherwise */
export async function doctor(
  given: GivenSettings,
  environment: Environment,
  { revoke }: { readonly revoke: boolean },
): Promise<number> {
  const { config, surroundings } = await readSurroundings(given, environment);
  const { installation } = await openExisting(config, surroundings);
  try {
    const entries = await installation.ca.incompleteIssuances.list(HOST);
    if (entries.length === 0) {
      process.stdout.write('No certificate was left between its record and its storage.\n');
      return 0;
    }
    for (const entry of entries) process.stdout.write(await lineOf(installation, entry));
    if (!revoke) {
      process.stdout.write(WHAT_TO_DO);
      return 1;
    }
    for (const entry of entries) await installation.ca.incompleteIssuances.revoke(HOST, entry);
    process.stdout.write(`${entries.length} revoked.\n`);
    return 0;
  } finally {
    await installation.close();
  }
}

async function lineOf({ ca: { authorities } }: Installation, entry: JournalEntry): Promise<string> {
  const ca = (await authorities.findById(entry.caId))?.name ?? `CA ${entry.caId}, which is gone`;
  const when = new Date(entry.createdMs).toISOString();
  return `${terminalText(`${when}  ${ca}  ${printedSerialNumber(entry.serialNumber)}  ${entry.subjectDn}`)}\n`;
}

const HOST: Administrator = { kind: 'host' };
const WHAT_TO_DO = `
These certificates were recorded to be signed and are not stored: the signature may exist, and nobody was given it by this program.
'sealwright doctor --revoke' revokes them, so that their serial numbers are on the CRLs of their CAs.
`;
