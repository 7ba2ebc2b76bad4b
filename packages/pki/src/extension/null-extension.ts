import { readDer, writeDer, type Oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/** An extension whose value is NULL. It is there or not, so its one value is `true`. */
export function nullExtension(identifier: Oid, name: string): ExtensionType<true> {
  return {
    oid: identifier,
    name,
    encode: () => writeDer((writer) => writer.null()),
    decode: (der) =>
      readDer(der, (reader) => {
        reader.readNull();
        return true;
      }),
  };
}
