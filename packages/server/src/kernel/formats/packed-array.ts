/**
 * As `map`, for arrays that go to another thread: V8 copies what `map` makes as a sparse array, entry by entry with its index, which takes three times as
 * long.
 */
export function packed<T, R>(items: readonly T[], make: (item: T, index: number) => R): R[] {
  const made: R[] = [];
  for (let index = 0; index < items.length; index++) made.push(make(items[index]!, index));
  return made;
}
