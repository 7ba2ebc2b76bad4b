/** Returns the values that stand in a list a second time or more often, each time that they do. */
export function repeated(values: readonly string[]): readonly string[] {
  if (values.length < 2) return [];
  const seen = new Set<string>();
  return values.filter((value) => {
    const isSeen = seen.has(value);
    seen.add(value);
    return isSeen;
  });
}
