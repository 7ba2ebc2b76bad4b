/** Limits of the work behind the listeners, as a server has them that was started with others than the usual ones. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DEFAULT_WORK_LIMITS } from '../../../packages/server/src/kernel/work-limits.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';

const QUERY = { property: 'QUERY', value: 'a', operation: 'LIKE' };

describe('a server with low limits of work', () => {
  const shared = sharedServer({
    workLimits: {
      ...DEFAULT_WORK_LIMITS,
      pageResults: 5,
      sortedResults: 1000,
      spoolOctets: 64 * 1024,
    },
  });
  const search = async (path: string, body: object) => {
    const { json, status } = await shared.server.call(path, { body: { criteria: [QUERY], ...body } });
    return [status, json['error_message']];
  };

  it('gives no more results at once than a page may have', async () => {
    const refused = 'A page of 6 results is asked for, and this server gives 5 at most. Ask for more pages.';
    for (const path of ['/v1/certificate/search', '/v1/endentity/search']) {
      assert.equal((await search(path, { max_number_of_results: 5 }))[0], 200);
      assert.deepEqual(await search(path, { max_number_of_results: 6 }), [400, refused]);
    }
    const page = (page_size: number) => ({ pagination: { page_size, current_page: 1 } });
    assert.equal((await search('/v2/certificate/search', page(5)))[0], 200);
    assert.deepEqual(await search('/v2/certificate/search', page(6)), [400, refused]);
  });

  it('sorts no more results than may be sorted', async () => {
    const sort = { property: 'STATUS', operation: 'ASC' };
    const page = (current_page: number) => ({ pagination: { page_size: 5, current_page }, sort });
    assert.equal((await search('/v2/certificate/search', page(200)))[0], 200);
    const [status, message] = await search('/v2/certificate/search', page(201));
    assert.equal(status, 400);
    assert.match(String(message), /^The page is beyond the first 1000 results/);
  });

  it('takes no more uploads at once than there is room for', async () => {
    const upload = (octets: number) => {
      const body = new FormData();
      body.set('file', new Blob([new Uint8Array(octets)]), 'a.bin');
      const url = new URL('/signserver/rest/v1/workers/PlainSigner/process', shared.server.running.urls[1]);
      return fetch(url, {
        method: 'POST',
        body,
        headers: { accept: 'application/json', 'x-keyfactor-requested-with': 'test' },
      });
    };
    const few = await upload(1024);
    assert.notEqual(few.status, 503, await few.text());
    const much = await upload(65 * 1024);
    assert.equal(much.status, 503);
    assert.match(await much.text(), /room/);
  });
});
