/**
 * As `map`, for arrays that go to another thread: V8 copies what `map` makes as a sparse array, entry by entry with its index, which takes three times as
 * long.
 */
export function packed<T, R>(items: readonly T[], make: (item: T) => R): R[] {
  const made: R[] = [];
  for (const item of items) made.push(make(item));
  return made;
}
