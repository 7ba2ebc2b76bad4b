import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { ApprovalDecision, ApprovalRequest } from './approval-request.ts';
import { findDecided } from './find-decided.ts';

it('reads a request and its decisions as of one moment, even if somebody decides between the reads', async () => {
  // Somebody decides after each of the first three reads of the request.
  let version = 1;
  const found = await findDecided(
    {
      findRequest: async (publicId) => {
        const request = { id: 1, publicId, version } as ApprovalRequest;
        if (version < 4) version += 1;
        return request;
      },
      listDecisions: async () => Array.from({ length: version - 1 }, () => ({}) as ApprovalDecision),
    },
    77,
  );
  assert.deepEqual([found?.request.version, found?.decisions.length], [4, 3]);
});

it('finds nothing where there is no request', async () => {
  const none = { findRequest: async () => undefined, listDecisions: async () => [] };
  assert.equal(await findDecided(none, 77), undefined);
});
