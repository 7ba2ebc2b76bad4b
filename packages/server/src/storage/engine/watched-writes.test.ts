import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ConflictError, StorageUnavailableError, type UnitOfWork } from '../../kernel/unit-of-work.ts';
import { WatchedWrites } from './watched-writes.ts';

it('probes the database with a write only after a failed write', async () => {
  let fails: Error | undefined;
  let probed = 0;
  const write = async () => {
    if (fails !== undefined) throw fails;
  };
  const writes = new WatchedWrites({ commit: write }, async () => {
    await write();
    probed++;
  });
  const unit = {} as UnitOfWork;

  await writes.commit(unit);
  await writes.requireTaken();
  fails = new ConflictError('x.insert', 'claimed');
  await assert.rejects(writes.commit(unit), fails);
  await writes.requireTaken();
  assert.equal(probed, 0);

  fails = new StorageUnavailableError();
  await assert.rejects(writes.commit(unit), fails);
  await assert.rejects(writes.requireTaken(), fails);
  await assert.rejects(writes.requireTaken(), fails);
  fails = undefined;
  await writes.requireTaken();
  await writes.requireTaken();
  assert.equal(probed, 1);

  fails = new StorageUnavailableError();
  await assert.rejects(writes.commit(unit), fails);
  fails = undefined;
  await writes.commit(unit);
  await writes.requireTaken();
  assert.equal(probed, 1);
});
