/** ocspNoCheck: a responder's certificate whose own status need not be asked for (RFC 6960 §4.2.2.2.1). */
import { oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/** `NULL` (RFC 6960 §4.2.2.2.1). It is there or not, so its one value is `true`. */
export const ocspNoCheck: ExtensionType<true> = {
  oid: oid('1.3.6.1.5.5.7.48.1.5'),
  name: 'ocspNoCheck',
  encode: () => writeDer((writer) => writer.null()),
  decode: (der) =>
    readDer(der, (reader) => {
      reader.readNull();
      return true;
    }),
};
