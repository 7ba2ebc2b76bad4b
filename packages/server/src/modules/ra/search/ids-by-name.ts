/** Returns the ids of CAs or documents in the order of their names, by which a list is sorted. */
export function idsByName(documents: readonly { readonly id: number; readonly name: string }[]): readonly number[] {
  return documents.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id);
}
