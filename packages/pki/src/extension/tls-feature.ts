/** tlsFeature: TLS extensions that the server promises to offer, "must staple" above all (RFC 7633). */
import { oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { requireCount } from './integer-range.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';

/** The TLS extensions that RFC 7633 §4.2.3.1 is about, by their numbers. */
export const TLS_FEATURES = { statusRequest: 5, statusRequestV2: 17 } as const;

/**
 * `Features ::= SEQUENCE OF INTEGER`, each the number of a TLS extension, 0 to 65,535 (RFC 7633 §4.1).
 *
 * `encode` throws a RangeError for an empty list, which promises nothing, and for other numbers. An empty list is refused
 * on reading too: nobody is known to write one.
 */
export const tlsFeature: ExtensionType<readonly number[]> = {
  oid: oid('1.3.6.1.5.5.7.1.24'),
  name: 'tlsfeature',
  encode: (value) =>
    writeDer((writer) =>
      writeSequenceOf(writer, value, (inner, feature) =>
        inner.integer(requireCount(feature, 'TLS feature', MAX_TLS_EXTENSION)),
      ),
    ),
  decode: (der) =>
    readDer(der, (reader) => readSequenceOf(reader, (inner) => inner.readSmallInteger(MAX_TLS_EXTENSION))),
};

const MAX_TLS_EXTENSION = 0xffff;
