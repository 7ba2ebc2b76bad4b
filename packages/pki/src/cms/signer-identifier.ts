/** `SignerIdentifier ::= CHOICE { IssuerAndSerialNumber, [0] SubjectKeyIdentifier }` (RFC 5652 §5.3). */
import { readImplicitOctetString } from '../ber/index.ts';
import type { Certificate } from '../certificate/index.ts';
import { compareBytes, contextPrimitive, type Der, type DerReader, type DerWriter, Tag } from '../der/index.ts';
import { subjectKeyIdentifier } from '../extension/subject-key-identifier.ts';
import { DistinguishedName } from '../name/index.ts';

/** Name that a signer gives its certificate. */
export type SignerIdentifier =
  | {
      readonly type: 'issuerAndSerialNumber';
      readonly issuer: Der<'Name'>;
      /** The content octets of the INTEGER. */
      readonly serialNumber: Uint8Array;
    }
  | { readonly type: 'subjectKeyIdentifier'; readonly keyIdentifier: Uint8Array };

/** The identifier of `certificate` by its issuer and serial number, which every reader knows. */
export function issuerAndSerialNumber({ issuer, serialNumberBytes }: Certificate): SignerIdentifier {
  return { type: 'issuerAndSerialNumber', issuer: issuer.der, serialNumber: serialNumberBytes };
}

/**
 * Returns whether `identifier` is that of `certificate`. Says nothing about a signature.
 *
 * @throws {DerError} when the certificate's subjectKeyIdentifier, or the issuer's name, is not in DER
 */
export function isIdentified(identifier: SignerIdentifier, certificate: Certificate): boolean {
  if (identifier.type === 'subjectKeyIdentifier') {
    const keyIdentifier = certificate.extension(subjectKeyIdentifier);
    return keyIdentifier !== undefined && compareBytes(keyIdentifier, identifier.keyIdentifier) === 0;
  }
  const { issuer, serialNumber } = identifier;
  if (compareBytes(serialNumber, certificate.serialNumberBytes) !== 0) return false;
  // Octet for octet in nearly every message; a name is compared by its characters otherwise (RFC 5280 §7.1).
  if (compareBytes(issuer, certificate.issuer.der) === 0) return true;
  return DistinguishedName.fromDer(issuer, { anyOrder: true }).equals(certificate.issuer);
}

/** Reads one. @throws {DerError} */
export function readSignerIdentifier(reader: DerReader): SignerIdentifier {
  const keyIdentifier = readImplicitOctetString(reader, 0);
  if (keyIdentifier !== undefined) return { type: 'subjectKeyIdentifier', keyIdentifier };
  const sequence = reader.readSequence();
  const issuer = DistinguishedName.read(sequence, { anyOrder: true }).der;
  const serialNumber = sequence.readIntegerBytes();
  sequence.finish();
  return { type: 'issuerAndSerialNumber', issuer, serialNumber };
}

/** Writes one. */
export function writeSignerIdentifier(writer: DerWriter, identifier: SignerIdentifier): void {
  if (identifier.type === 'subjectKeyIdentifier') {
    writer.octetString(identifier.keyIdentifier, contextPrimitive(0));
    return;
  }
  writer.sequence(() => writer.raw(identifier.issuer).primitive(Tag.integer, identifier.serialNumber));
}
