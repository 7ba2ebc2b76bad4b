/**
 * Conversion between holders of card verifiable certificates and distinguished names, as in EJBCA: C is the country code, CN the holder mnemonic, and
 * SN the sequence number.
 */
import {
  AttributeType,
  type CvCertificate,
  CvcError,
  DistinguishedName,
  HolderReference,
  type SerialNumber,
  serialNumberFromBytes,
  startOfDay,
} from '@sealwright/pki';

/**
 * Returns the holder reference that `subject` names.
 *
 * @param sequence - sequence number to use if the subject has none
 * @throws {CvcError} `cvc.bad_reference`
 */
export function referenceOf(subject: DistinguishedName, sequence: string): HolderReference {
  const { country, commonName, serialNumber } = AttributeType;
  const attributes = subject.rdns.flat();
  const other = attributes.find(({ type }) => type !== country && type !== commonName && type !== serialNumber);
  if (other !== undefined || attributes.length > 3) {
    throw new CvcError('cvc.bad_reference', `'${subject.toString()}' has more than C, CN and SN`);
  }
  const [code = '', mnemonic = '', own = sequence] = [country, commonName, serialNumber].map(
    (type) => subject.values(type)[0],
  );
  return new HolderReference(code, mnemonic, own);
}

/** Returns the name of a holder, by default with its sequence number. */
export function subjectOfHolder(
  { country, mnemonic, sequence }: HolderReference,
  { withSequence = true } = {},
): DistinguishedName {
  return DistinguishedName.of([
    [{ type: AttributeType.country, value: country }],
    [{ type: AttributeType.commonName, value: mnemonic }],
    ...(withSequence ? [[{ type: AttributeType.serialNumber, value: sequence }]] : []),
  ]);
}

/**
 * Returns the serial number under which a certificate is stored and found: the octets of its holder reference.
 *
 * Card verifiable certificates have no serial number. EJBCA shows the sequence number, but the holder chooses that one and it is not unique under an
 * issuer. The whole reference has to be unique, since it names the key (BSI TR-03110 part 3 C.1.4).
 */
export function cvSerialNumber(holder: HolderReference): SerialNumber {
  return serialNumberFromBytes(holder.encode());
}

/** Returns the lowest and the highest reference of a holder, over all sequence numbers. */
export function referencesOfHolder({ country, mnemonic }: HolderReference): {
  readonly first: HolderReference;
  readonly last: HolderReference;
} {
  return {
    first: new HolderReference(country, mnemonic, '00000'),
    last: new HolderReference(country, mnemonic, 'ZZZZZ'),
  };
}

/** Returns the first and the last second of validity, since 1970. */
export function cvValidity({ effectiveDay, expirationDay }: Pick<CvCertificate, 'effectiveDay' | 'expirationDay'>): {
  readonly notBefore: number;
  readonly notAfter: number;
} {
  return { notBefore: startOfDay(effectiveDay), notAfter: startOfDay(expirationDay + 1) - 1 };
}
