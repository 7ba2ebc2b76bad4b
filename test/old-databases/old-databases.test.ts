import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { it } from 'node:test';
import { gunzipSync } from 'node:zlib';
import { serialNumberFromHex } from '@sealwright/pki';
import { HomeDirectory } from '../../packages/server/src/home-directory.ts';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { certificateProfileType } from '../../packages/server/src/modules/profiles/index.ts';
import { openInstallation } from '../../packages/server/src/wiring/installation.ts';
import { openSealer } from '../../packages/server/src/tokens/sealing/open-sealer.ts';
import { enrollmentOf, FIXTURE_DIRECTORY, FIXTURE_MASTER_KEY, type OldDatabaseFacts } from './fixture.ts';

const administrator = { kind: 'host' } as const;
const fixtures = readdirSync(FIXTURE_DIRECTORY).filter((file) => file.endsWith('.db.gz'));

it('there is a database to open', () => {
  assert.ok(fixtures.length > 0);
});

for (const file of fixtures) {
  it(`opens ${file}, knows what is in it, and goes on`, async (t) => {
    const facts = JSON.parse(
      readFileSync(path.join(FIXTURE_DIRECTORY, file.replace('.db.gz', '.json')), 'utf8'),
    ) as OldDatabaseFacts;
    const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-old-'));
    const home = await HomeDirectory.open(directory);
    writeFileSync(home.database, gunzipSync(readFileSync(path.join(FIXTURE_DIRECTORY, file))), { mode: 0o600 });
    const random = systemRandom();
    const installation = await openInstallation({
      home,
      database: undefined,
      sealer: await openSealer(home, random, FIXTURE_MASTER_KEY),
      clock: systemClock,
      random,
      onBackgroundError: (error) => assert.fail(error as Error),
    });
    t.after(async () => {
      await installation.storage.database.close();
      rmSync(directory, { recursive: true });
    });
    const issuerDn = 'CN=ManagementCA,O=Sealwright';
    const status = async (serial: string) =>
      (
        await installation.ca.revokeCertificate.status(administrator, {
          issuerDn,
          serialNumber: serialNumberFromHex(serial),
        })
      ).reason;
    assert.equal(await status(facts.activeSerial), 'NOT_REVOKED');
    assert.equal(await status(facts.revokedSerial), 'KEY_COMPROMISE');
    assert.equal((await installation.configuration.get(certificateProfileType, facts.profileName)).builtIn, false);
    const { base } = await installation.ca.createCrls.create(administrator, issuerDn, 'base');
    assert.equal(base.get(0), facts.crlNumber + 1);
    const enrolled = await installation.ra.enrollPkcs10.enroll(administrator, enrollmentOf(facts.username));
    assert.ok(enrolled.outcome === 'issued');
    assert.equal(await status(enrolled.certificate.serialNumber), 'NOT_REVOKED');
  });
}
