/** Writes answers as the schemas of their routes say: members that a schema does not name stay inside. */
import build from 'fast-json-stringify';

/** Makes the writer of one kind of answer, when it is first needed: a start does not wait for hundreds of them. */
export function compileSerializer({ schema }: { readonly schema?: unknown }): (answer: unknown) => string {
  let write: ((answer: unknown) => string) | undefined;
  return (answer: unknown) => {
    write ??= build(schema as object);
    return write(answer);
  };
}
