import assert from 'node:assert/strict';
import { it } from 'node:test';
import { NO_PLACE, PassingSet } from './passing-set.ts';

const member = (name: string) => ({ name, place: NO_PLACE });
const namesIn = (set: PassingSet<ReturnType<typeof member>>) => set.toArray().map(({ name }) => name);

it('holds what was added and not deleted, whichever goes first', () => {
  const set = new PassingSet<ReturnType<typeof member>>();
  const [a, b, c, d] = ['a', 'b', 'c', 'd'].map(member) as [never, never, never, never];
  for (const each of [a, b, c]) set.add(each);
  set.delete(a);
  assert.deepEqual(namesIn(set).toSorted(), ['b', 'c']);
  set.delete(b);
  set.add(d);
  set.delete(d);
  assert.deepEqual(namesIn(set), ['c']);
  set.delete(c);
  assert.equal(set.size, 0);
});

it('deletes a member once', () => {
  const set = new PassingSet<ReturnType<typeof member>>();
  const [a, b] = ['a', 'b'].map(member) as [never, never];
  set.add(a);
  set.delete(a);
  set.add(b);
  set.delete(a);
  assert.deepEqual(namesIn(set), ['b']);
});
