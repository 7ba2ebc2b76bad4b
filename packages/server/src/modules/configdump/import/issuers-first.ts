/** Sorts names of CAs so that each comes after the one that it names, where that is among them. What is in a circle comes last. */
export function issuersFirst(issuers: ReadonlyMap<string, string>): readonly string[] {
  const sorted = new Set<string>();
  for (const first of issuers.keys()) {
    const waiting = new Set<string>();
    for (let name = first; issuers.has(name) && !sorted.has(name) && !waiting.has(name); name = issuers.get(name)!)
      waiting.add(name);
    for (const name of [...waiting].toReversed()) sorted.add(name);
  }
  return [...sorted];
}
