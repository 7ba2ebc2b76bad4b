/** Folds a name into its words alone: two spellings of one name, such as `sourceAddress` and `source-address`, come to the same text. */
export function wordsOf(name: string): string {
  return name.replaceAll(/[-_]/g, '').toLowerCase();
}
