import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { encode, RECURSION_AVAILABLE } from 'dns-packet';
import { caa, cname } from '../../../../test/outbound/dns-server.ts';
import { readCaaAnswer } from './caa-message.ts';

const DOMAIN = 'www.example.com';
const ID = 0x1234;

const ANSWER = encode({
  type: 'response',
  id: ID,
  flags: RECURSION_AVAILABLE,
  questions: [{ type: 'CAA', name: DOMAIN, class: 'IN' }],
  answers: [
    cname(DOMAIN, 'a.example.net'),
    caa('a.example.net', 'issue', 'ca.example; account=1'),
    caa('a.example.net', 'iodef', 'mailto:a@example.com', { critical: true }),
  ],
});

describe('an answer with CAA records', () => {
  it('that is damaged in any octet is read, is not taken for an answer, or is known to be damaged', async () => {
    const outcomes = new Set<string>();
    for (let at = 0; at < ANSWER.length; at++) {
      for (const change of [0x01, 0x80, 0xff, 0x3f]) {
        const damaged = Uint8Array.from(ANSWER);
        damaged[at]! ^= change;
        outcomes.add((await readCaaAnswer(damaged, DOMAIN, ID)).outcome);
      }
    }
    assert.deepEqual([...outcomes].toSorted(), ['answered', 'failed', 'stray', 'truncated']);
  });

  it('that ends too early gives no records', async () => {
    for (let length = 0; length < ANSWER.length; length++) {
      const { outcome } = await readCaaAnswer(ANSWER.subarray(0, length), DOMAIN, ID);
      assert.ok(outcome === 'stray' || outcome === 'failed', `${outcome} of ${length} octets`);
    }
  });

  it('of the largest size that is read, full of names that point at each other, takes no time', async () => {
    const before = process.cpuUsage();
    assert.equal((await readCaaAnswer(pointing(), DOMAIN, ID)).outcome, 'failed');
    const { user, system } = process.cpuUsage(before);
    assert.ok(user + system < 1_000_000, `${user + system} us`);
  });
});

/** A message of 16,382 octets whose records have names of 127 labels, each found by one pointer. */
function pointing(): Uint8Array {
  const message = new Uint8Array(16_382);
  message.set([ID >> 8, ID & 0xff, 0x80, 0x80, 0, 0, 0xff, 0xff]);
  let at = 12;
  const name = at;
  for (let label = 0; label < 126; label++) {
    message.set([1, 0x61], at);
    at += 2;
  }
  message[at++] = 0;
  const rest = [0, 16, 0, 1, 0, 0, 0, 0, 0, 0];
  message.set(rest, at);
  at += rest.length;
  for (; at + 12 <= message.length; at += 12) message.set([0xc0 | (name >> 8), name & 0xff, ...rest], at);
  return message;
}
