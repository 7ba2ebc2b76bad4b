/** Databases of earlier releases, opened by this one on every kind of database. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { describe, it, type TestContext } from 'node:test';
import { serialNumberFromHex } from '@sealwright/pki';
import { HomeDirectory } from '../../packages/server/src/home-directory.ts';
import { systemClock } from '../../packages/server/src/kernel/clock.ts';
import { systemRandom } from '../../packages/server/src/kernel/random.ts';
import { certificateProfileType } from '../../packages/server/src/modules/profiles/index.ts';
import {
  END_ENTITY_STATUS,
  type EndEntityRegistration,
  type EndEntityStatus,
} from '../../packages/server/src/modules/ra/index.ts';
import { openInstallation } from '../../packages/server/src/wiring/installation.ts';
import { openSealer } from '../../packages/server/src/tokens/sealing/open-sealer.ts';
import type { TemporaryDatabase } from '../../packages/server/test/temporary-database.ts';
import { certificateRequest, newKeyPair } from '../e2e/support/enrollment.ts';
import { PATIENT_WORK_LIMITS } from '../e2e/support/installations/prepared-installation.ts';
import { enrollmentOf, FIXTURE_DIRECTORY, FIXTURE_MASTER_KEY, type OldDatabaseFacts } from './fixture.ts';
import { atEnd } from '../../packages/server/test/at-end.ts';

/** Puts a fixture where an installation finds it. @returns the database; undefined for the file of the home directory */
export type RestoreDatabase = (fixture: string, home: HomeDirectory) => Promise<TemporaryDatabase | undefined>;

const administrator = { kind: 'host' } as const;
const fixtures = readdirSync(FIXTURE_DIRECTORY).filter((file) => file.endsWith('.db.gz'));
const { GENERATED, NEW, REVOKED } = END_ENTITY_STATUS;
const PASSWORD = 'since the upgrade';

/** Defines the suite. */
export function describeOldDatabases(kind: string, restore: RestoreDatabase): void {
  describe(`databases of earlier releases on ${kind}`, () => {
    it('are there', () => {
      assert.ok(fixtures.length > 0);
    });

    for (const file of fixtures) {
      it(`${file} opens, and goes on with certificates and CRLs`, async (t) => {
        const { facts, installation } = await open(t, file, restore);
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
        const { base } = await installation.ca.createCrls.create(administrator, { subject: issuerDn }, 'base');
        assert.equal(base.get(0), facts.crlNumber + 1);
        const enrolled = await installation.ra.enrollWithRequest.enroll(administrator, enrollmentOf(facts.username));
        assert.ok(enrolled.outcome === 'issued');
        assert.equal(await status(enrolled.certificate.serialNumber), 'NOT_REVOKED');
      });

      it(`${file} opens, and its end entities are found, edited, added to, enrolled and revoked`, async (t) => {
        const { facts, installation } = await open(t, file, restore);
        const { ra } = installation;
        assert.deepEqual(await found(installation), [
          ['kept-active', GENERATED],
          ['kept-revoked', GENERATED],
        ]);
        await ra.editEndEntity.edit(administrator, registrationOf(facts.username));
        await ra.addEndEntity.add(administrator, registrationOf('added-since'));
        assert.deepEqual(await found(installation), [
          ['added-since', NEW],
          ['kept-active', NEW],
          ['kept-revoked', GENERATED],
        ]);
        for (const username of [facts.username, 'added-since']) {
          await ra.enrollWithPassword.enroll(administrator, {
            username,
            password: PASSWORD,
            certificateAuthorityName: 'ManagementCA',
            certificateRequest: certificateRequest(`CN=${username}`, newKeyPair()),
            certificateRequestType: 'PKCS10',
          });
        }
        await ra.revokeEndEntity.revoke(administrator, facts.username, { reason: 'SUPERSEDED', removes: false });
        assert.deepEqual(await found(installation), [
          ['added-since', GENERATED],
          ['kept-active', REVOKED],
          ['kept-revoked', GENERATED],
        ]);
      });
    }
  });
}

type Installation = Awaited<ReturnType<typeof openInstallation>>;

async function open(
  t: TestContext,
  file: string,
  restore: RestoreDatabase,
): Promise<{ readonly facts: OldDatabaseFacts; readonly installation: Installation }> {
  const facts = JSON.parse(
    readFileSync(path.join(FIXTURE_DIRECTORY, file.replace('.db.gz', '.json')), 'utf8'),
  ) as OldDatabaseFacts;
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-old-'));
  const home = await HomeDirectory.open(directory);
  const database = await restore(path.join(FIXTURE_DIRECTORY, file), home);
  const random = systemRandom();
  const installation = await openInstallation({
    home,
    database: database?.url,
    sealer: await openSealer(home, random, FIXTURE_MASTER_KEY),
    clock: systemClock,
    random,
    limits: PATIENT_WORK_LIMITS,
    onBackgroundError: (error) => assert.fail(error as Error),
  });
  atEnd(t, async () => {
    await installation.storage.database.close();
    await database?.remove();
    rmSync(directory, { recursive: true });
  });
  return { facts, installation };
}

/** The usernames that a search finds, in their order, with their statuses. */
async function found({ ra }: Installation): Promise<readonly (readonly [string, EndEntityStatus])[]> {
  const { endEntities } = await ra.searchEndEntities.search(administrator, EVERYTHING, {
    page: 0,
    pageSize: 10,
    order: { by: 'username', descending: false },
  });
  return endEntities.map(({ username, status }) => [username, status]);
}

function registrationOf(username: string): EndEntityRegistration {
  return {
    username,
    password: PASSWORD,
    subjectDn: `CN=${username}`,
    subjectAltName: undefined,
    email: undefined,
    certificateAuthorityName: 'ManagementCA',
    certificateProfileName: 'SERVER',
    endEntityProfileName: 'EMPTY',
    token: 'USERGENERATED',
    status: 'NEW',
    keyRecoverable: undefined,
    accountBindingId: undefined,
    startTime: undefined,
    endTime: undefined,
    certificateSerialNumber: undefined,
    extensionData: [],
    customData: [],
  };
}

const EVERYTHING = {
  text: undefined,
  certificateAuthorityNames: [],
  endEntityProfileNames: [],
  certificateProfileNames: [],
  statuses: [],
  modifiedAfterMs: undefined,
  modifiedBeforeMs: undefined,
};
