/** The keys of a CA one after the other: each has a number, and all but the first have it at the end of their alias. */

/** The number after `sequence`, with as many digits at least: `00000`, `00001`, ... */
export function nextKeySequence(sequence: string): string {
  return String(Number(sequence) + 1).padStart(sequence.length, '0');
}

/** The alias of the key of `sequence`, given the alias of the key of `present`: `signKey`, `signKey00001`, ... */
export function keyAliasOf(alias: string, present: string, sequence: string): string {
  return (alias.endsWith(present) ? alias.slice(0, -present.length) : alias) + sequence;
}
