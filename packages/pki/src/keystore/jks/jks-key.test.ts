import assert from 'node:assert/strict';
import { it } from 'node:test';
import { oid, writeDer } from '../../der/index.ts';
import { decryptJksKey } from './jks-key.ts';
import { WorkBudget } from '../work-budget.ts';

it('lets others work while a large key of a JKS file is decrypted', async () => {
  const encrypted = writeDer((writer) =>
    writer.sequence(() => {
      writer.sequence(() => writer.oid(oid('1.3.6.1.4.1.42.2.17.1.1')).null());
      writer.octetString(new Uint8Array(100_000));
    }),
  );
  let isDone = false;
  const decrypted = assert.rejects(decryptJksKey(encrypted, 'foo123', new WorkBudget('jks')), {
    code: 'jks.wrong_password',
  });
  void decrypted.then(() => (isDone = true));
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  assert.equal(isDone, false);
  await decrypted;
});
