import assert from 'node:assert/strict';
import { it } from 'node:test';
import { canonicalJson, type JsonObject } from '../../kernel/canonical-json.ts';
import { newUnitId } from '../../kernel/unit-of-work.ts';
import { type AuditEntry, auditWrite } from './audit-record.ts';

const ACTOR = { name: 'CN="Åsa"', evidence: { serial: '0A', issuer: 'CN=CA', approvedRequest: 3 } };
const UNIT = newUnitId({ nowMs: () => 5 }, { bytes: (count) => new Uint8Array(count) });

const recordOf = (entry: AuditEntry) =>
  auditWrite(entry, { unitId: UNIT, unitIndex: 1, timeMs: 7 }, { next: () => 9 }).record;

it('writes a record with all members as canonical JSON (RFC 8785)', () => {
  const record = recordOf({
    event: 'CERT_CREATION',
    outcome: 'SUCCESS',
    actor: ACTOR,
    caId: 17,
    serial: '0B',
    username: 'a "name"',
    details: { z: null, a: [1, { c: true, b: '' }] },
  });
  const read = JSON.parse(record) as JsonObject;
  assert.equal(record, canonicalJson(read));
  assert.deepEqual(read, {
    version: 1,
    unit: UNIT,
    index: 1,
    timeMs: 7,
    event: 'CERT_CREATION',
    outcome: 'SUCCESS',
    actor: { name: 'CN="Åsa"', serial: '0A', issuer: 'CN=CA', approvedRequest: 3 },
    ca: 17,
    serial: '0B',
    username: 'a "name"',
    details: { z: null, a: [1, { c: true, b: '' }] },
  });
});

it('leaves out what an act does not concern, for the second record of an actor as for the first', () => {
  const entry = { event: 'GENCSR', outcome: 'FAILURE', actor: ACTOR } as const;
  const [first, second] = [recordOf(entry), recordOf(entry)];
  assert.equal(second, first);
  assert.equal(first, canonicalJson(JSON.parse(first) as JsonObject));
  assert.deepEqual(Object.keys(JSON.parse(first) as object).toSorted(), [
    'actor',
    'event',
    'index',
    'outcome',
    'timeMs',
    'unit',
    'version',
  ]);
});
