/** The template of Active Directory Certificate Services from version 2 on (MS-WCCE §2.2.2.7.7.2). */
import { oid, readDer, writeDer, type DerReader, type Oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { requireCount } from './integer-range.ts';

export interface MicrosoftTemplate {
  readonly templateId: Oid;
  /** 0 to 2^32 - 1, as is {@link minorVersion}. */
  readonly majorVersion?: number;
  readonly minorVersion?: number;
}

/**
 * `SEQUENCE { templateID, templateMajorVersion OPTIONAL, templateMinorVersion OPTIONAL }` (szOID_CERTIFICATE_TEMPLATE).
 *
 * `encode` throws a RangeError for a minor version without a major one, which nobody could tell apart, and for versions out
 * of range.
 */
export const microsoftTemplate: ExtensionType<MicrosoftTemplate> = {
  oid: oid('1.3.6.1.4.1.311.21.7'),
  name: 'msCertificateTemplate',
  encode({ templateId, majorVersion, minorVersion }) {
    if (minorVersion !== undefined && majorVersion === undefined)
      throw new RangeError('a template has a minor version and no major one');
    return writeDer((writer) =>
      writer.sequence(() => {
        writer.oid(templateId);
        if (majorVersion !== undefined) writer.integer(requireCount(majorVersion, 'major version', MAX_VERSION));
        if (minorVersion !== undefined) writer.integer(requireCount(minorVersion, 'minor version', MAX_VERSION));
      }),
    );
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const templateId = sequence.readOid();
      const majorVersion = readOptionalVersion(sequence);
      const minorVersion = readOptionalVersion(sequence);
      sequence.finish();
      return {
        templateId,
        ...(majorVersion !== undefined && { majorVersion }),
        ...(minorVersion !== undefined && { minorVersion }),
      };
    }),
};

function readOptionalVersion(reader: DerReader): number | undefined {
  return reader.atEnd ? undefined : reader.readSmallInteger(MAX_VERSION);
}

const MAX_VERSION = 0xffff_ffff;
