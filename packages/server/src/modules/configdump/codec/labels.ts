/** Labels: the keys of items, which people read. */

/** Returns the label of a setting: its title in the schema, or its name split at capitals with each word capitalized. */
export function labelOf(name: string, title: string | undefined): string {
  if (title !== undefined) return title;
  return name.replace(/^[a-z]/, (first) => first.toUpperCase()).replaceAll(/(?<=[a-z0-9])(?=[A-Z])/g, ' ');
}

/** Folds what does not count when a label is read: letter case, blanks, hyphens and underscores. */
export function foldedLabel(label: string): string {
  return label.toLowerCase().replaceAll(/[\s_-]+/gu, '');
}
