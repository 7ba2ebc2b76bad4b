/** Returns the name of a class without its package, by which settings may name it as well. */
export function shortName(className: string): string {
  return className.slice(className.lastIndexOf('.') + 1);
}
