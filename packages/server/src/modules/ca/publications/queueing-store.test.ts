import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { UnitId, UnitOfWork } from '../../../kernel/unit-of-work.ts';
import type { ChangeRevocation } from '../records/index.ts';
import { QueueingStore, type QueueingStoreDeps } from './queueing-store.ts';

describe('a unit whose objects have no publishers', () => {
  it('depends on the configuration that says so: another process may have named one', async () => {
    const committed: UnitOfWork[] = [];
    const store = queueingStore({ commit: async (unit) => void committed.push(unit) });
    await store.commit({ id, epoch: undefined, writes: [change] });
    await store.commit({ id, epoch: 6, writes: [change] });
    await store.commit({ id, epoch: undefined, writes: [{ op: 'audit.insert' }] });
    assert.deepEqual(
      committed.map(({ epoch }) => epoch),
      [7, 6, undefined],
    );
  });

  it('hands on how long its plan took, by which changes of the configuration wait', async () => {
    const took: unknown[] = [];
    const store = queueingStore({ commit: async (_unit, plannedForMs) => void took.push(plannedForMs) });
    await store.commit({ id, epoch: 6, writes: [{ op: 'audit.insert' }] }, 300);
    await store.commit({ id, epoch: undefined, writes: [change] }, 400);
    assert.deepEqual(took, [300, 400]);
  });
});

const id = 'a unit' as UnitId;
const change = { op: 'certificate.change-revocation', id: 1, certificateProfileId: 2 } as ChangeRevocation;

function queueingStore(store: QueueingStoreDeps['store']): QueueingStore {
  const configuration = { epoch: 7, findById: async () => undefined };
  return new QueueingStore({
    store,
    configuration: configuration as unknown as QueueingStoreDeps['configuration'],
    ids: { next: () => 1 },
    clock: { nowMs: () => 0 },
    onQueued: () => assert.fail('nothing is queued'),
  });
}
