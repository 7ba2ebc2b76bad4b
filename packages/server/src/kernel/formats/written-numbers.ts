/** JSON in which numbers are the texts that they are written as. */

/** Parses JSON as `JSON.parse` does, but a number is its text: `1.50`, and all digits of a long one. @throws {SyntaxError} */
export function parseWithWrittenNumbers(text: string): unknown {
  return JSON.parse(text, asWritten as (name: string, value: unknown) => unknown);
}

/** The third argument of a reviver is newer than the types. */
function asWritten(_name: string, value: unknown, { source }: { readonly source?: string }): unknown {
  return typeof value === 'number' ? source : value;
}
