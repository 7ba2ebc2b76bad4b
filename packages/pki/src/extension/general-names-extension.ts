import { readDer, writeDer, type Oid } from '../der/index.ts';
import { readGeneralNames, writeGeneralNames, type GeneralName } from '../general-name/index.ts';
import type { ExtensionType } from './extension.ts';

/**
 * An extension that holds `GeneralNames ::= SEQUENCE SIZE (1..MAX) OF GeneralName` (RFC 5280 §4.2.1.6).
 *
 * `encode` throws a RangeError for an empty list, for a text form without text, for an address that is not 4 or 16 octets,
 * and for text that its form cannot hold.
 *
 * Accepted on reading: empty texts, and addresses with a mask, because the encoding is a good one and they match nothing.
 */
export function generalNamesExtension(identifier: Oid, name: string): ExtensionType<readonly GeneralName[]> {
  return {
    oid: identifier,
    name,
    encode(value) {
      for (const generalName of value) requireNaming(generalName);
      return writeDer((writer) => writeGeneralNames(writer, value));
    },
    decode: (der) => readDer(der, (reader) => readGeneralNames(reader)),
  };
}

function requireNaming(name: GeneralName): void {
  if (name.type === 'iPAddress' && name.value.length !== 4 && name.value.length !== 16)
    throw new RangeError(`an iPAddress has ${name.value.length} octets, not 4 or 16 (RFC 5280 §4.2.1.6)`);
  const isText = name.type === 'dNSName' || name.type === 'rfc822Name' || name.type === 'uniformResourceIdentifier';
  if (isText && name.value === '') throw new RangeError(`a ${name.type} is empty (RFC 5280 §4.2.1.6)`);
}
