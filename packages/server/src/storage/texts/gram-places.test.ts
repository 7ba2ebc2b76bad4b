import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { GramPlaces } from './gram-places.ts';
import { GRAMS_END } from './grams.ts';

describe('places of grams', () => {
  it('are given by gram, whichever half of its bits tells it from others, and in the order in which they came', () => {
    const grams = [5, GRAMS_END - 1, 0, 2 ** 11, 2 ** 11 + 5, 7 * 2 ** 11, 2 ** 21];
    const expected = new Map<number, number[]>();
    const places = new GramPlaces();
    // More than there is room for at first.
    for (let place = 0; place < 40_000; place++)
      for (const gram of [grams[place % 7]!, grams[(place * 3) % 7]!]) {
        places.add(gram, place);
        const list = expected.get(gram) ?? [];
        list.push(place);
        expected.set(gram, list);
      }
    const found = Array.from(places.sorted(), ({ gram, places: of }) => [gram, [...of]] as const);
    assert.deepEqual(
      found.map(([gram]) => gram),
      grams.toSorted((a, b) => a - b),
    );
    for (const [gram, of] of found) assert.deepEqual(of, expected.get(gram));
  });

  it('are none where no certificate has a gram', () => {
    assert.deepEqual([...new GramPlaces().sorted()], []);
  });
});
