/** Names of items as keys of JSON and as files. Both are for people: what an item is called stands in it. */

/** Returns the file of each name, in order: unsafe characters become `_`, and a name that would meet another gets `_2`, `_3`. */
export function fileNames(names: readonly string[]): readonly string[] {
  // Not every system tells files apart by letter case.
  return distinct(names.map(safeName), '_', (name) => name.toLowerCase()).map((name) => `${name}.yaml`);
}

/** Returns the key of each item in JSON, in order: its name, which roles in different namespaces may share. */
export function itemKeys(names: readonly string[]): readonly string[] {
  return distinct(names, ' ', (name) => name);
}

function distinct(names: readonly string[], separator: string, fold: (name: string) => string): readonly string[] {
  const taken = new Set<string>();
  return names.map((name) => {
    let free = name;
    for (let count = 2; taken.has(fold(free)); count += 1) free = `${name}${separator}${count}`;
    taken.add(fold(free));
    return free;
  });
}

/** Letters and digits of all scripts stay. */
function safeName(name: string): string {
  const safe = name
    .normalize('NFC')
    .replaceAll(/[^\p{L}\p{M}\p{N}.()+,=@~-]/gu, '_')
    .replace(/^\.+/, (dots) => '_'.repeat(dots.length));
  // Windows has devices under these names, and no names that end in a dot.
  const usable = /^(?:con|prn|aux|nul|com\d|lpt\d)(?:\.|$)/i.test(safe) ? `_${safe}` : safe;
  return Array.from(usable.replace(/\.+$/, '_')).slice(0, MAX_LENGTH).join('') || '_';
}

const MAX_LENGTH = 80;
