import assert from 'node:assert/strict';
import { it } from 'node:test';
import { storageUnavailable, unavailableReason } from './unavailable-reason.ts';

const sqlite = (errcode: number) =>
  Object.assign(new Error('disk I/O error: /secret/path'), { code: 'ERR_SQLITE_ERROR', errcode });
const postgres = (code: string) => Object.assign(new Error('user "secret"'), { code });

for (const [error, reason] of [
  [sqlite(13), /full/],
  [sqlite(8 | (1 << 8)), /read-only/],
  [sqlite(10 | (3 << 8)), /cannot be written/],
  [postgres('53100'), /full/],
  [postgres('25006'), /read-only/],
  [postgres('ECONNREFUSED'), /cannot be reached/],
  [postgres('08006'), /cannot be reached/],
  [postgres('28P01'), /refuses the login/],
  [postgres('57P03'), /starting or stopping/],
] as const)
  it(`says why a database is not available and nothing of where it is: ${reason}`, () => {
    const { message } = storageUnavailable(error);
    assert.match(message, reason);
    assert.doesNotMatch(message, /secret/);
  });

it('says nothing of a failure that it does not know', () => {
  assert.equal(unavailableReason(new Error('secret')), undefined);
  assert.equal(unavailableReason(undefined), undefined);
  assert.equal(storageUnavailable('secret').message, 'The database is not available. Repeat the request later.');
});
