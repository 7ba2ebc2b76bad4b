/** invalidityDate: since when a revoked key may not be trusted (RFC 5280 §5.3.2). */
import { oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/**
 * `InvalidityDate ::= GeneralizedTime` in whole seconds since 1970-01-01T00:00:00Z (RFC 5280 §5.3.2).
 *
 * GeneralizedTime also before 2050: the rule for UTCTime is that of the validity fields.
 */
export const invalidityDate: ExtensionType<number> = {
  oid: oid('2.5.29.24'),
  name: 'invalidityDate',
  encode: (value) => writeDer((writer) => writer.generalizedTime(value)),
  decode: (der) => readDer(der, (reader) => reader.readGeneralizedTime()),
};
