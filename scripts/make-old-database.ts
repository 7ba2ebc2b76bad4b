/**
 * Keeps a database of this release for later ones to open: `node scripts/make-old-database.ts NAME`.
 *
 * Run once for each release that changes what is stored; a fixture is never made anew.
 */
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { HomeDirectory } from '../packages/server/src/home-directory.ts';
import { systemClock } from '../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../packages/server/src/kernel/random.ts';
import { planAndCommit } from '../packages/server/src/kernel/unit-of-work.ts';
import { openInstallation } from '../packages/server/src/wiring/installation.ts';
import { openSealer } from '../packages/server/src/tokens/sealing/open-sealer.ts';
import {
  enrollmentOf,
  FIXTURE_DIRECTORY,
  FIXTURE_MASTER_KEY,
  type OldDatabaseFacts,
} from '../test/old-databases/fixture.ts';

const [name] = process.argv.slice(2);
if (name === undefined) {
  console.error('usage: node scripts/make-old-database.ts NAME, such as 0.1.0');
  process.exit(2);
}
const administrator = { kind: 'host' } as const;
const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-old-'));
const home = await HomeDirectory.open(directory);
const random = systemRandom();
const sealer = await openSealer(home, random, FIXTURE_MASTER_KEY);
const installation = await openInstallation({
  home,
  database: undefined,
  sealer,
  clock: systemClock,
  random,
  onBackgroundError: (error) => console.error(error),
});
await installation.setup.firstStart();
const profileName = 'Kept profile';
await planAndCommit(async () => {
  const { epoch, writes } = await installation.planner.plan([
    { kind: 'create', type: 'CERTPROFILE', name: profileName, settings: { validity: '90d' } },
  ]);
  const entry = { event: 'CERTPROFILE_CREATION', outcome: 'SUCCESS', actor: { name: 'host', evidence: {} } } as const;
  return { unit: installation.audit.unit(writes, [entry], epoch), result: undefined };
}, installation.storage.store);
const activeSerial = await enroll('kept-active');
const revokedSerial = await enroll('kept-revoked');
const { issuerDn } = await installation.ca.createCrls.create(
  administrator,
  { subject: 'CN=ManagementCA,O=Sealwright' },
  'base',
);
await installation.ca.revokeCertificate.revoke(
  administrator,
  { issuerDn, serialNumber: revokedSerial },
  { reason: 'KEY_COMPROMISE', date: undefined, invalidityDate: undefined },
);
const crlNumber = (await installation.ca.createCrls.create(administrator, { subject: issuerDn }, 'base')).base.get(0)!;
await installation.storage.database.close();

const database = new DatabaseSync(home.database);
database.exec('PRAGMA wal_checkpoint(TRUNCATE); VACUUM;');
database.close();
const facts: OldDatabaseFacts = {
  version: name,
  activeSerial,
  revokedSerial,
  crlNumber,
  profileName,
  username: 'kept-active',
};
writeFileSync(path.join(FIXTURE_DIRECTORY, `${name}.db.gz`), gzipSync(readFileSync(home.database), { level: 9 }));
writeFileSync(path.join(FIXTURE_DIRECTORY, `${name}.json`), `${JSON.stringify(facts, undefined, 2)}\n`);
rmSync(directory, { recursive: true });

async function enroll(username: string) {
  const enrolled = await installation.ra.enrollWithRequest.enroll(administrator, enrollmentOf(username));
  if (enrolled.outcome !== 'issued') throw new TypeError('a new installation has no approvals');
  return enrolled.certificate.serialNumber;
}
