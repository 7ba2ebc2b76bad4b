/** subjectKeyIdentifier: names the certified key (RFC 5280 §4.2.1.2). */
import { oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/**
 * `KeyIdentifier ::= OCTET STRING`; how the octets are made is the issuer's choice (RFC 5280 §4.2.1.2).
 *
 * `encode` throws a RangeError for no octets, which identify nothing.
 */
export const subjectKeyIdentifier: ExtensionType<Uint8Array> = {
  oid: oid('2.5.29.14'),
  name: 'subjectKeyIdentifier',
  encode(value) {
    if (value.length === 0) throw new RangeError('a key identifier has no octets');
    return writeDer((writer) => writer.octetString(value));
  },
  decode: (der) => readDer(der, (reader) => reader.readOctetString()),
};
