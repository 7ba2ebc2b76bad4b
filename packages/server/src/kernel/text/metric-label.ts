/** Escapes the value of a label of a metric, such as a name that comes from a document. */
export function labelText(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
