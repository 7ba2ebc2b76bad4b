import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { PageCursors } from './page-cursors.ts';

describe('page ends', () => {
  const clock = { steadyMs: () => 0 };
  const make = () => new PageCursors<string>(clock);

  it('returns the end of the last known page before the requested one', () => {
    const cursors = make();
    const search = { caller: 'a', key: 'x' };
    cursors.remember(search, 0, 'first');
    cursors.remember(search, 5, 'sixth');
    assert.deepEqual(cursors.before(search, 5), { page: 0, end: 'first' });
    assert.deepEqual(cursors.before(search, 9), { page: 5, end: 'sixth' });
    assert.equal(cursors.before(search, 0), undefined);
    assert.equal(cursors.at(search, 5), 'sixth');
    assert.equal(cursors.at(search, 4), undefined);
    assert.equal(cursors.before({ caller: 'b', key: 'x' }, 9), undefined);
  });

  it('keeps those of a caller, however many searches another caller makes', () => {
    const cursors = make();
    const search = { caller: 'a', key: 'x' };
    cursors.remember(search, 0, 'first');
    for (let n = 0; n < 5000; n++) cursors.remember({ caller: 'b', key: `${n}` }, 0, 'end');
    assert.deepEqual(cursors.before(search, 1), { page: 0, end: 'first' });
    assert.equal(cursors.before({ caller: 'b', key: '0' }, 1), undefined);
    assert.deepEqual(cursors.before({ caller: 'b', key: '4999' }, 1), { page: 0, end: 'end' });
  });

  it('drops those of the caller who has been idle longest if there are very many', () => {
    const cursors = make();
    for (let n = 0; n < 1001; n++) cursors.remember({ caller: `${n}`, key: 'x' }, 0, 'end');
    assert.equal(cursors.before({ caller: '0', key: 'x' }, 1), undefined);
    assert.notEqual(cursors.before({ caller: '1', key: 'x' }, 1), undefined);
  });

  it('drops them after five minutes', () => {
    let now = 0;
    const cursors = new PageCursors<string>({ steadyMs: () => now });
    const search = { caller: 'a', key: 'x' };
    cursors.remember(search, 0, 'first');
    now = 300_000;
    assert.notEqual(cursors.at(search, 0), undefined);
    now = 300_001;
    assert.equal(cursors.at(search, 0), undefined);
  });
});
