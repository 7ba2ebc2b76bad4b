import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UnitId, UnitOfWork } from '../../../kernel/unit-of-work.ts';
import type { ChangeRevocation } from '../records/index.ts';
import { QueueingStore, type QueueingStoreDeps } from './queueing-store.ts';

describe('a unit whose objects have no publishers', () => {
  it('depends on the configuration that says so: another process may have named one', async () => {
    const committed: UnitOfWork[] = [];
    const configuration = { epoch: 7, findById: async () => undefined };
    const store = new QueueingStore({
      store: { commit: async (unit) => void committed.push(unit) },
      configuration: configuration as unknown as QueueingStoreDeps['configuration'],
      ids: { next: () => 1 },
      clock: { nowMs: () => 0 },
      onQueued: () => assert.fail('nothing is queued'),
    });
    const change = { op: 'certificate.change-revocation', id: 1, certificateProfileId: 2 } as ChangeRevocation;
    const id = 'a unit' as UnitId;
    await store.commit({ id, epoch: undefined, writes: [change] });
    await store.commit({ id, epoch: 6, writes: [change] });
    await store.commit({ id, epoch: undefined, writes: [{ op: 'audit.insert' }] });
    assert.deepEqual(
      committed.map(({ epoch }) => epoch),
      [7, 6, undefined],
    );
  });
});
