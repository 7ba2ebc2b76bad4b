/** Searches page by page while many enroll: everything that was there comes once. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { createProfiles, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import type { Answer } from '../support/test-server.ts';

describe('searches while 16 clients enroll', () => {
  const shared = sharedServer();
  const CLIENTS = 16;
  const THERE = 48;

  it('find on their pages, in every order, whatever was there at the first one, and nothing twice', async () => {
    const { server } = shared;
    await createProfiles(server, 'Busy', {});
    let next = 0;
    const enrollNext = async () => {
      const name = `busy-${String(next++).padStart(6, '0')}`;
      const { serialNumber } = await enroll(server, requestUnder('Busy', { username: name, subject: `CN=${name}` }));
      return serialNumber;
    };
    const there = await Promise.all(Array.from({ length: THERE }, enrollNext));
    const over = new AbortController();
    const clients = Array.from({ length: CLIENTS }, async () => {
      while (!over.signal.aborted) await enrollNext();
    });
    try {
      const orders = [undefined, ...['UPDATE_TIME', 'ISSUED_DATE', 'EXPIRE_DATE', 'USERNAME'].map(ascending)];
      const criteria = [
        [{ property: 'END_ENTITY_PROFILE', value: 'Busy', operation: 'EQUAL' }],
        [{ property: 'SUBJECT_DN', value: 'busy-', operation: 'LIKE' }],
      ];
      for (const sort of orders)
        for (const criterion of criteria) {
          const found = await pages({ criteria: criterion, ...(sort && { sort }) });
          const named = JSON.stringify({ sort, criterion });
          assert.equal(new Set(found).size, found.length, named);
          assert.deepEqual(
            there.filter((one) => !found.includes(one)),
            [],
            named,
          );
        }
    } finally {
      over.abort();
      await Promise.all(clients);
    }
    assert.ok(next > THERE + CLIENTS, 'nobody has enrolled meanwhile');
  });

  /** Asks for a page, and again where the answer says so: on a busy machine a search may not get a processor in time. */
  const page = async (body: object): Promise<Answer> => {
    const answer = await shared.server.call('/v2/certificate/search', { body });
    const { status, headers } = answer;
    return status === 503 && headers['retry-after'] === '5' ? page(body) : answer;
  };

  /** The serial numbers on as many pages as what was there at first fills. */
  const pages = async (body: object): Promise<readonly string[]> => {
    const found: string[] = [];
    for (let current = 1; current <= 12 * THERE; current++) {
      const { status, text, json } = await page({
        ...body,
        pagination: { page_size: 7, current_page: current },
      });
      assert.equal(status, 200, text);
      const { certificates } = json as unknown as { certificates: { serialNumber: string; username: string }[] };
      found.push(...certificates.map((one) => one.serialNumber));
      // Those that were there first are behind this one in no order that ascends.
      if (certificates.length < 7 || certificates.at(-1)!.username >= `busy-${String(THERE).padStart(6, '0')}`) break;
    }
    return found;
  };
});

function ascending(property: string) {
  return { property, operation: 'ASC' };
}
