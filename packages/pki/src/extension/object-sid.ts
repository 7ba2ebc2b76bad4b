/** The security identifier of the account that a certificate is for, which Windows maps it by (MS-WCCE §2.2.2.7.7.4). */
import { contextConstructed, DerError, oid, readDer, writeDer } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';

/**
 * The SID as text, `S-1-5-21-…` (szOID_NTDS_CA_SECURITY_EXT).
 *
 * On the wire a GeneralNames of one otherName of the type szOID_NTDS_OBJECTSID whose value is an OCTET STRING of that text.
 * `encode` throws a RangeError for text that is not a SID (MS-DTYP §2.4.2.1), `decode` refuses it with `der.bad_value`.
 */
export const objectSid: ExtensionType<string> = {
  oid: oid('1.3.6.1.4.1.311.25.2'),
  name: 'ntdsCaSecurity',
  encode(value) {
    if (!SID.test(value)) throw new RangeError(`'${value}' is not a security identifier such as S-1-5-21-1-2-3-1001`);
    return writeDer((writer) =>
      writer.sequence(() =>
        writer.constructed(OTHER_NAME, () =>
          writer
            .oid(OBJECT_SID)
            .explicit(0, () => writer.octetString(Uint8Array.from(value, (letter) => letter.charCodeAt(0)))),
        ),
      ),
    );
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const names = reader.readSequence();
      const otherName = names.readConstructed(OTHER_NAME);
      names.finish();
      const typeOffset = otherName.offset;
      const type = otherName.readOid();
      if (type !== OBJECT_SID)
        throw new DerError('der.bad_value', `${type} stands where ${OBJECT_SID} belongs`, typeOffset);
      const value = otherName.readExplicit(0);
      otherName.finish();
      const offset = value.offset;
      const text = String.fromCharCode(...value.readOctetString().subarray(0, MAX_SID + 1));
      value.finish();
      if (!SID.test(text)) throw new DerError('der.bad_value', 'an OCTET STRING holds no security identifier', offset);
      return text;
    }),
};

const OTHER_NAME = contextConstructed(0);
const OBJECT_SID = oid('1.3.6.1.4.1.311.25.2.1');
/** An authority, decimal or from 2^32 on in hexadecimal, and 1 to 15 numbers of 32 bits. */
const SID = /^S-1-(?:\d{1,10}|0x[0-9A-Fa-f]{12})(?:-\d{1,10}){1,15}$/;
/** The longest text that {@link SID} matches. */
const MAX_SID = 183;
