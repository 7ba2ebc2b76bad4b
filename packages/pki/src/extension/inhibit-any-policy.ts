/** inhibitAnyPolicy: from where on anyPolicy no longer stands for every policy (RFC 5280 §4.2.1.14). */
import { oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { MAX_COUNT, requireCount } from './integer-range.ts';

/** `SkipCerts ::= INTEGER (0..MAX)`: after how many further certificates (RFC 5280 §4.2.1.14). */
export const inhibitAnyPolicy: ExtensionType<number> = {
  oid: oid('2.5.29.54'),
  name: 'inhibitAnyPolicy',
  encode: (value) => writeDer((writer) => writer.integer(requireCount(value, 'inhibitAnyPolicy'))),
  decode: (der) => readDer(der, (reader) => reader.readSmallInteger(MAX_COUNT)),
};
