/** The QC statement of payment service providers (ETSI TS 119 495 §5.1). */
import type { DerReader, DerWriter } from '../der/index.ts';
import type { Psd2, Psd2Role } from './qc-statement.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';
import { readText, writeText, type TextLength } from './text.ts';

/** Reads `PSD2QcType ::= SEQUENCE { rolesOfPSP, nCAName, nCAId }`. */
export function readPsd2(reader: DerReader): Psd2 {
  const sequence = reader.readSequence();
  const roles = readSequenceOf(sequence, readRole);
  const ncaName = readText(sequence, 'utf8String');
  const ncaId = readText(sequence, 'utf8String');
  sequence.finish();
  return { type: 'psd2', roles, ncaName, ncaId };
}

/**
 * Writes `PSD2QcType`.
 *
 * @throws {RangeError} when there is no role, or a text does not have 1 to 256 characters
 */
export function writePsd2(writer: DerWriter, { roles, ncaName, ncaId }: Psd2): void {
  writer.sequence(() => {
    writeSequenceOf(writer, roles, writeRole);
    writeText(writer, 'utf8String', ncaName, NAME_LENGTH);
    writeText(writer, 'utf8String', ncaId, NAME_LENGTH);
  });
}

function readRole(reader: DerReader): Psd2Role {
  const sequence = reader.readSequence();
  const roleId = sequence.readOid();
  const name = readText(sequence, 'utf8String');
  sequence.finish();
  return { roleId, name };
}

function writeRole(writer: DerWriter, { roleId, name }: Psd2Role): void {
  writer.sequence(() => {
    writer.oid(roleId);
    writeText(writer, 'utf8String', name, NAME_LENGTH);
  });
}

const NAME_LENGTH: TextLength = { min: 1, max: 256 };
