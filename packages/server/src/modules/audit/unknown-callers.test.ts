import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { AuditLog } from './audit-log.ts';
import type { AppendAuditRecord } from './audit-record.ts';
import { UnknownCallers } from './unknown-callers.ts';

const MINUTE_MS = 60_000;

function unknownCallers() {
  const stored: AppendAuditRecord[] = [];
  const clock = { now: 1_000_000, nowMs: () => clock.now };
  let id = 0;
  const audit = new AuditLog({
    clock,
    random: { bytes: (count) => new Uint8Array(count) },
    ids: { next: () => ++id },
    store: { commit: async ({ writes }: UnitOfWork) => void stored.push(...(writes as AppendAuditRecord[])) },
  });
  const callers = new UnknownCallers({ audit, clock, event: 'AUTHENTICATION' });
  const refuse = async (remoteAddress: string, reason = 'unknown-issuer') => callers.refuse({ remoteAddress, reason });
  const details = () => stored.map(({ record }) => (JSON.parse(record) as { details: object }).details);
  return { stored, clock, callers, refuse, details };
}

it('records the first refusal of an address and counts those within a minute for the next record', async () => {
  const { clock, callers, refuse, details } = unknownCallers();
  for (let count = 0; count < 10; count++) await refuse('192.0.2.1');
  clock.now += MINUTE_MS - 1;
  await refuse('192.0.2.1');
  assert.deepEqual(details(), [{ reason: 'unknown-issuer', refusedSinceLastRecord: 0 }]);
  clock.now += 1;
  await refuse('192.0.2.1', 'expired');
  assert.deepEqual(details()[1], { reason: 'expired', refusedSinceLastRecord: 10 });
  assert.equal(callers.total, 12);
});

it('records each address on its own', async () => {
  const { stored, refuse } = unknownCallers();
  await refuse('192.0.2.1');
  await refuse('192.0.2.2');
  assert.deepEqual(
    stored.map(({ record }) => (JSON.parse(record) as { actor: { remoteAddress: string } }).actor.remoteAddress),
    ['192.0.2.1', '192.0.2.2'],
  );
});

it('records again after the clock has stepped back', async () => {
  const { clock, stored, refuse } = unknownCallers();
  await refuse('192.0.2.1');
  clock.now -= 10 * MINUTE_MS;
  await refuse('192.0.2.1');
  assert.equal(stored.length, 2);
});

it('records no more than 10,000 addresses a minute, and goes on afterwards', async () => {
  const { clock, callers, stored, refuse } = unknownCallers();
  for (let round = 0; round < 2; round++) {
    for (let index = 0; index < 20_000; index++) await refuse(`10.${round}.${index >> 8}.${index & 255}`);
  }
  assert.equal(stored.length, 10_000);
  assert.equal(callers.total, 40_000);
  clock.now += MINUTE_MS;
  await refuse('192.0.2.1');
  assert.equal(stored.length, 10_001);
});

it('takes the addresses of one IPv6 network for one', async () => {
  const { stored, refuse } = unknownCallers();
  for (const address of ['2001:db8::1', '2001:db8:0:0:ffff::2', '2001:db8:0:0:1:2:3:4', '2001:db8::5%eth0']) {
    await refuse(address);
  }
  assert.equal(stored.length, 1);
  for (const other of ['2001:db8:0:1::1', '::1', 'fe80::1', '::ffff:192.0.2.1', '::ffff:192.0.2.2'])
    await refuse(other);
  assert.equal(stored.length, 6);
});
