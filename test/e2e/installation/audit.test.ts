/** Every act has its record: stored with it or not at all, in canonical bytes that say what the columns say. */
import { serialNumberFromBytes } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { it } from 'node:test';
import { type AuditRow, auditRows } from '../support/audit-records.ts';
import { whileRefusing, withDatabase } from '../support/installations/server-database.ts';
import { createCa, HOST } from '../support/ca-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { TestServer } from '../support/test-server.ts';

const ISSUER = 'CN=ManagementCA,O=Sealwright';

it('records each act once, in canonical bytes that equal the columns', async (t) => {
  const server = await TestServer.start(t);
  const before = auditRows(server).length;
  const body = newRequest({ username: 'böb', subject: 'CN=b\\,ö\\"b\u{1F511}' });
  const enrolled = await server.call('/v1/certificate/pkcs10enroll', { body });
  assert.equal(enrolled.status, 200, enrolled.text);
  const serial = enrolled.json['serial_number'] as string;
  const again = newRequest({ username: 'böb', subject: 'CN=b\\,ö\\"b\u{1F511}' });
  assert.equal((await server.call('/v1/certificate/pkcs10enroll', { body: again })).status, 200);
  const revocation = `/v1/certificate/${ISSUER}/${serial}/revoke?reason=SUPERSEDED`;
  assert.equal((await server.call(revocation, { method: 'PUT' })).status, 200);
  assert.equal((await server.call(`/v1/ca/${ISSUER}/createcrl`, { method: 'POST' })).status, 200);
  assert.equal((await server.call('/v1/ca', { as: null })).status, 403);

  const rows = auditRows(server);
  assert.deepEqual(
    rows.slice(before).map(({ event, outcome, username }) => [event, outcome, username]),
    [
      ['CERT_CREATION', 'SUCCESS', 'böb'],
      ['RA_ADDENDENTITY', 'SUCCESS', 'böb'],
      ['CERT_CREATION', 'SUCCESS', 'böb'],
      ['RA_EDITENDENTITY', 'SUCCESS', 'böb'],
      ['CERT_REVOKED', 'SUCCESS', 'böb'],
      ['CRL_CREATION', 'SUCCESS', null],
      ['AUTHENTICATION', 'FAILURE', null],
    ],
  );
  for (const row of rows) assertFaithful(row);
});

it('has a record for every certificate that was ever issued', async (t) => {
  const server = await TestServer.start(t);
  await createCa(server, 'Renewed');
  await server.running.installation.ca.renewCa.renew(HOST, 'Renewed', { newKey: true });
  await server.call('/v1/certificate/pkcs10enroll', { body: newRequest({ username: 'a', subject: 'CN=a' }) });
  const serials = withDatabase(server, (database) => database.prepare('SELECT serial FROM certificate').all()).map(
    ({ serial }) => serialNumberFromBytes(serial as Uint8Array),
  );
  const recorded = new Set(auditRows(server).map(({ serial }) => serial));
  // The management CA and its OCSP responder, the super administrator, the server itself, five workers, the one above, and those of a renewed CA: two
  // of its own, two links, two OCSP responders.
  assert.equal(serials.length, 16);
  for (const serial of serials) assert.ok(recorded.has(serial), `no record of ${serial}`);
});

it('stores nothing of an act whose record cannot be stored', async (t) => {
  const server = await TestServer.start(t);
  const certificates = () =>
    withDatabase(server, (database) => database.prepare('SELECT count(*) AS n FROM certificate').get()!['n']);
  const before = certificates();
  const body = newRequest({ username: 'a', subject: 'CN=a' });
  const refused = await whileRefusing(server, 'INSERT', 'audit_record', () =>
    server.call('/v1/certificate/pkcs10enroll', { body }),
  );
  assert.equal(refused.status, 500);
  assert.deepEqual(refused.json, { error_code: 500, error_message: 'General failure.' });
  assert.equal(certificates(), before);
});

/** The columns index what the record says, and the record has the one form that RFC 8785 gives it. */
function assertFaithful(row: AuditRow): void {
  const record = JSON.parse(row.record) as Record<string, unknown>;
  assert.equal(row.record, canonical(record));
  assert.deepEqual(
    [record['unit'], record['index'], record['timeMs'], record['event'], record['outcome']],
    [row.unit_id, row.unit_index, row.time_ms, row.event, row.outcome],
  );
  assert.equal((record['actor'] as { name: string }).name, row.actor);
  assert.deepEqual(
    [record['ca'] ?? null, record['serial'] ?? null, record['username'] ?? null],
    [row.ca_id, row.serial, row.username],
  );
}

/** RFC 8785, written a second time: members in the order of their UTF-16 code units, no white space. */
function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(',')}]`;
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  const members = Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1));
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(',')}}`;
}
