/** Two server processes on one database that make CRLs of one CA at once, while certificates are revoked at both. */
import { Certificate, Crl } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { openDatabase } from '../../../packages/server/src/storage/open-database.ts';
import { type TemporaryDatabase, temporaryPostgres } from '../../../packages/server/test/temporary-database.ts';
import { newRequest } from '../support/enrollment.ts';
import { withDatabase } from '../support/installations/server-database.ts';
import { ServerProcess } from '../support/server-process.ts';
import { eventually } from '../../eventually.ts';

const DN = encodeURIComponent('CN=ManagementCA,O=Sealwright');
const DOCUMENT = '/documents/CA/ManagementCA';

interface StoredCrl {
  readonly number: number;
  readonly delta: boolean;
  readonly base: number | null;
  readonly thisUpdate: number;
}

describe('CRLs of one CA that two processes make at once', () => {
  const masterKey = randomBytes(32).toString('base64');
  const homes = ['one', 'two'].map((name) => mkdtempSync(path.join(tmpdir(), `sealwright-${name}-`)));
  let database: TemporaryDatabase;
  let servers: ServerProcess[] = [];
  let home: string;

  before(async () => {
    database = await temporaryPostgres();
    servers = await Promise.all(
      homes.map((directory) => ServerProcess.start({ home: directory, database: database.url, masterKey })),
    );
    home = servers.find(({ hasAdministrator }) => hasAdministrator)!.options.home;
    // It would make the first delta CRL as well, once the CA has them.
    await eventually('the end of the job that makes the first CRLs', () => {
      const jobs = withDatabase({ home, database: database.url }, (opened) =>
        opened.prepare(`SELECT state FROM job WHERE kind = 'first-crls'`).all(),
      );
      return jobs.length === 1 && jobs[0]!['state'] === 'done';
    });
    const { json } = await servers[0]!.administer(DOCUMENT, { home });
    const settings = { ...(json['settings'] as object), deltaCrlPeriod: '1h' };
    const changed = await servers[0]!.administer(DOCUMENT, { home, method: 'PUT', body: { settings } });
    assert.equal(changed.status, 200, changed.text);
    await eventually('the change at the other one', async () => {
      const { json: other } = await servers[1]!.administer(DOCUMENT, { home });
      return (other['settings'] as { readonly deltaCrlPeriod?: string }).deltaCrlPeriod === '1h';
    });
  });
  after(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    await database.remove();
    for (const directory of homes) rmSync(directory, { recursive: true });
  });

  const createCrl = async (server: ServerProcess, delta: boolean) => {
    const answer = await server.call(`/v1/ca/${DN}/createcrl?deltacrl=${delta}`, { home, method: 'POST' });
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['all_success'], true, answer.text);
  };

  /** A certificate that is issued and revoked, by its serial number. */
  const revoked = async (server: ServerProcess, name: string): Promise<string> => {
    const body = newRequest({ username: name, subject: `CN=${name}` });
    const enrolled = await server.call('/v1/certificate/pkcs10enroll', { home, body });
    assert.equal(enrolled.status, 200, enrolled.text);
    const { serialNumberText } = Certificate.parse(Uint8Array.fromBase64(enrolled.json['certificate'] as string));
    const path = `/v1/certificate/${DN}/${serialNumberText}/revoke?reason=SUPERSEDED`;
    const answer = await server.call(path, { home, method: 'PUT' });
    assert.equal(answer.status, 200, answer.text);
    return serialNumberText;
  };

  const serialsOf = async (delta: boolean): Promise<readonly string[]> => {
    const { json } = await servers[1]!.call(`/v1/ca/${DN}/getLatestCrl?deltaCrl=${delta}`, { home });
    const crl = Crl.parse(Uint8Array.fromBase64(json['crl'] as string));
    return [...crl.entries()].map(({ serialNumberText }) => serialNumberText);
  };

  const stored = async (): Promise<readonly StoredCrl[]> => {
    const opened = await openDatabase({ url: database.url, definitions: [], onBackgroundError: assert.ifError });
    try {
      const rows = await opened.kysely
        .selectFrom('crl')
        .select(['number', 'delta', 'base_number', 'this_update_s'])
        .orderBy('number')
        .execute();
      return rows.map((row) => ({
        number: row.number,
        delta: row.delta === 1,
        base: row.base_number,
        thisUpdate: row.this_update_s,
      }));
    } finally {
      await opened.close();
    }
  };

  it('have numbers that are unique and rise without a gap, and lose no revocation', async () => {
    await createCrl(servers[0]!, false);
    const rounds = [0, 1, 2, 3, 4];
    const serials: string[] = [];
    await Promise.all(
      servers.flatMap((server, index) => [
        (async () => {
          for (const round of rounds) await createCrl(server, round % 2 === 1);
        })(),
        (async () => {
          for (const round of rounds) await createCrl(server, round % 2 === 0);
        })(),
        (async () => {
          for (const round of [...rounds, 5, 6, 7]) serials.push(await revoked(server, `at ${index} in ${round}`));
        })(),
      ]),
    );
    // The first one was made with the CA.
    const crls = await stored();
    assert.deepEqual(
      crls.map(({ number }) => number),
      Array.from({ length: 22 }, (_, index) => index),
    );
    for (const [index, crl] of crls.entries()) {
      const before = crls.slice(0, index);
      assert.ok(before.every(({ thisUpdate }) => thisUpdate <= crl.thisUpdate));
      if (crl.delta) assert.equal(crl.base, before.findLast(({ delta }) => !delta)!.number);
    }
    await createCrl(servers[1]!, true);
    const known = new Set([...(await serialsOf(false)), ...(await serialsOf(true))]);
    assert.deepEqual(
      serials.filter((serial) => !known.has(serial)),
      [],
    );
  });
});
