/** cabfOrganizationIdentifier: the registration of a legal entity (CA/Browser Forum EV Guidelines §9.8.2). */
import { contextPrimitive, oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { readText, writeText } from './text.ts';

/** The parts of an organizationIdentifier such as `NTRUS+CA-12345678`. */
export interface OrganizationIdentifier {
  /** Three letters: `NTR`, `VAT`, `PSD`. */
  readonly registrationSchemeIdentifier: string;
  /** The ISO 3166 code of the country where the scheme is run, two letters. */
  readonly registrationCountry: string;
  /** The ISO 3166-2 subdivision without the country. */
  readonly registrationStateOrProvince?: string;
  readonly registrationReference: string;
}

/**
 * `SEQUENCE { PrintableString (SIZE(3)), PrintableString (SIZE(2)), [0] PrintableString OPTIONAL, UTF8String }`
 * (EV Guidelines §9.8.2).
 *
 * `encode` throws a RangeError for parts of another length, for letters that PrintableString lacks and for an empty reference.
 *
 * Accepted on reading: parts of any length, because the rule is about the value.
 */
export const organizationIdentifier: ExtensionType<OrganizationIdentifier> = {
  oid: oid('2.23.140.3.1'),
  name: 'cabfOrganizationIdentifier',
  encode: (value) =>
    writeDer((writer) =>
      writer.sequence(() => {
        writeText(writer, 'printableString', value.registrationSchemeIdentifier, { min: 3, max: 3 });
        writeText(writer, 'printableString', value.registrationCountry, { min: 2, max: 2 });
        if (value.registrationStateOrProvince !== undefined)
          writeText(writer, 'printableString', value.registrationStateOrProvince, { min: 0, max: 128 }, PROVINCE);
        writeText(writer, 'utf8String', value.registrationReference, { min: 1, max: Infinity });
      }),
    ),
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const registrationSchemeIdentifier = readText(sequence, 'printableString');
      const registrationCountry = readText(sequence, 'printableString');
      const province = sequence.nextIs(PROVINCE) ? readText(sequence, 'printableString', PROVINCE) : undefined;
      const registrationReference = readText(sequence, 'utf8String');
      sequence.finish();
      return {
        registrationSchemeIdentifier,
        registrationCountry,
        ...(province !== undefined && { registrationStateOrProvince: province }),
        registrationReference,
      };
    }),
};

const PROVINCE = contextPrimitive(0);
