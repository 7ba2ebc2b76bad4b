/** authorityKeyIdentifier: which key of the issuer signed (RFC 5280 §4.2.1.1). */
import { contextConstructed, contextPrimitive, oid, readDer, writeDer } from '../der/index.ts';
import { readGeneralNames, writeGeneralNames, type GeneralName } from '../general-name/index.ts';
import type { ExtensionType } from './extension.ts';

export interface AuthorityKeyIdentifier {
  /** The subjectKeyIdentifier of the issuer's certificate. */
  readonly keyIdentifier?: Uint8Array;
  /** The issuer of the issuer's certificate. */
  readonly authorityCertIssuer?: readonly GeneralName[];
  /** The serial number of the issuer's certificate. */
  readonly authorityCertSerialNumber?: bigint;
}

/**
 * `SEQUENCE { [0] KeyIdentifier, [1] GeneralNames, [2] CertificateSerialNumber }`, all OPTIONAL (RFC 5280 §4.2.1.1).
 *
 * `encode` throws a RangeError when nothing identifies the key, and when only one of issuer and serial number is there: both
 * or neither must be.
 *
 * Accepted on reading: an empty sequence and half of the pair, because OpenSSL and others have written them; such a value
 * only helps less to find the issuer. Serial numbers of any sign, as RFC 5280 §4.1.2.2 asks of readers.
 */
export const authorityKeyIdentifier: ExtensionType<AuthorityKeyIdentifier> = {
  oid: oid('2.5.29.35'),
  name: 'authorityKeyIdentifier',
  encode(value) {
    const { keyIdentifier, authorityCertIssuer, authorityCertSerialNumber } = requireComplete(value);
    return writeDer((writer) =>
      writer.sequence(() => {
        if (keyIdentifier !== undefined) writer.octetString(keyIdentifier, contextPrimitive(0));
        if (authorityCertIssuer !== undefined) writeGeneralNames(writer, authorityCertIssuer, contextConstructed(1));
        if (authorityCertSerialNumber !== undefined) writer.integer(authorityCertSerialNumber, contextPrimitive(2));
      }),
    );
  },
  decode: (der) =>
    readDer(der, (reader) => {
      const sequence = reader.readSequence();
      const keyIdentifier = sequence.readOptionalImplicit(0);
      const authorityCertIssuer = sequence.nextIs(contextConstructed(1))
        ? readGeneralNames(sequence, contextConstructed(1))
        : undefined;
      const authorityCertSerialNumber = sequence.nextIs(contextPrimitive(2))
        ? sequence.readInteger(contextPrimitive(2))
        : undefined;
      sequence.finish();
      return {
        ...(keyIdentifier !== undefined && { keyIdentifier }),
        ...(authorityCertIssuer !== undefined && { authorityCertIssuer }),
        ...(authorityCertSerialNumber !== undefined && { authorityCertSerialNumber }),
      };
    }),
};

function requireComplete(value: AuthorityKeyIdentifier): AuthorityKeyIdentifier {
  const { keyIdentifier, authorityCertIssuer, authorityCertSerialNumber } = value;
  if ((authorityCertIssuer === undefined) !== (authorityCertSerialNumber === undefined))
    throw new RangeError('authorityCertIssuer and authorityCertSerialNumber need each other (RFC 5280 §4.2.1.1)');
  if (keyIdentifier === undefined && authorityCertIssuer === undefined)
    throw new RangeError('an authority key identifier identifies no key');
  if (keyIdentifier?.length === 0) throw new RangeError('a key identifier has no octets');
  return value;
}
