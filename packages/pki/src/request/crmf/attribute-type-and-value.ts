/** `AttributeTypeAndValue ::= SEQUENCE { type OBJECT IDENTIFIER, value ANY }`, which controls and regInfo are made of (RFC 4211 §6, §7). */
import { DerError, type DerReader, type Oid } from '../../der/index.ts';

/** One of them as it stands in a request. */
export interface AttributeTypeAndValue {
  readonly type: Oid;
  /** The whole encoding of the value. */
  readonly value: Uint8Array;
}

/**
 * Reads `SEQUENCE SIZE (1..MAX) OF AttributeTypeAndValue`, none when the structure has ended.
 *
 * @throws {DerError} `der.too_large` for more than 64
 */
export function readAttributeTypesAndValues(reader: DerReader): readonly AttributeTypeAndValue[] {
  if (reader.atEnd) return [];
  const start = reader.offset;
  const sequence = reader.readSequence();
  if (sequence.atEnd) throw new DerError('der.bad_value', 'a list of controls or of regInfo is empty', start);
  const all: AttributeTypeAndValue[] = [];
  while (!sequence.atEnd) {
    if (all.length === MAX_COUNT)
      throw new DerError('der.too_large', `a list of controls or of regInfo with more than ${MAX_COUNT}`, start);
    const pair = sequence.readSequence();
    all.push({ type: pair.readOid(), value: pair.readAny().raw });
    pair.finish();
  }
  return all;
}

const MAX_COUNT = 64;
