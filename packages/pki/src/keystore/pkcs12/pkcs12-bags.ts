/** The SafeContents of PKCS #12: bags with keys and certificates (RFC 7292 §4.2). */
import { readDer, Tag, writeDer, type DerReader, type DerWriter, type Oid } from '../../der/index.ts';
import { KeystoreError } from '../errors.ts';
import { decodeBmp, encodeBmp } from '../password.ts';
import {
  CERTIFICATE_BAG,
  FRIENDLY_NAME,
  KEY_BAG,
  LOCAL_KEY_ID,
  SAFE_CONTENTS_BAG,
  SHROUDED_KEY_BAG,
  X509_CERTIFICATE,
} from './pkcs12-identifiers.ts';

/** Attributes that tell which key belongs to which certificate. */
export interface BagAttributes {
  readonly friendlyName?: string;
  /** The same octets on a key and on its certificate. */
  readonly localKeyId?: Uint8Array;
}

/** One bag, its content as it stands in the file. */
export interface SafeBag extends BagAttributes {
  readonly type: 'key' | 'shrouded-key' | 'certificate';
  /** The PrivateKeyInfo, the EncryptedPrivateKeyInfo, or the certificate. */
  readonly value: Uint8Array;
}

/** The bags of a SafeContents in order, and the types of those that hold neither a key nor an X.509 certificate. */
export interface SafeContents {
  readonly bags: readonly SafeBag[];
  readonly skipped: readonly Oid[];
}

/**
 * Reads a SafeContents; bags of a nested one stand in its place.
 *
 * @throws {DerError} when the bytes are not one in DER
 * @throws {@link KeystoreError} `pkcs12.bad_value` for a name that is not text
 */
export function readSafeContents(der: Uint8Array): SafeContents {
  const bags: SafeBag[] = [];
  const skipped: Oid[] = [];
  readDer(der, (reader) => collectBags(reader.readSequence(), bags, skipped));
  return { bags, skipped };
}

/** Appends one SafeBag. */
export function writeBag(writer: DerWriter, bag: SafeBag): void {
  writer.sequence(() => {
    writer.oid(BAG_TYPES[bag.type]);
    writer.explicit(0, () => {
      if (bag.type === 'certificate') writeCertificateBag(writer, bag.value);
      else writer.raw(bag.value);
    });
    if (bag.friendlyName !== undefined || bag.localKeyId !== undefined) writeAttributes(writer, bag);
  });
}

function collectBags(reader: DerReader, bags: SafeBag[], skipped: Oid[]): void {
  while (!reader.atEnd) {
    const bag = reader.readSequence();
    const type = bag.readOid();
    const value = bag.readExplicit(0);
    const attributes = bag.atEnd ? {} : readAttributes(bag);
    bag.finish();
    if (type === SAFE_CONTENTS_BAG) collectBags(value.readSequence(), bags, skipped);
    else if (type === CERTIFICATE_BAG) collectCertificate(value, attributes, bags, skipped);
    else if (type === KEY_BAG) bags.push({ type: 'key', value: value.readElement(Tag.sequence).raw, ...attributes });
    else if (type === SHROUDED_KEY_BAG)
      bags.push({ type: 'shrouded-key', value: value.readElement(Tag.sequence).raw, ...attributes });
    else {
      value.readAny();
      skipped.push(type);
    }
    value.finish();
  }
}

function collectCertificate(value: DerReader, attributes: BagAttributes, bags: SafeBag[], skipped: Oid[]): void {
  const bag = value.readSequence();
  const kind = bag.readOid();
  const content = bag.readExplicit(0);
  bag.finish();
  if (kind !== X509_CERTIFICATE) {
    skipped.push(kind);
    return;
  }
  bags.push({ type: 'certificate', value: content.readOctetString(), ...attributes });
  content.finish();
}

/** Reads the attributes in any order: writers are known to get the order of a SET OF wrong. */
function readAttributes(bag: DerReader): BagAttributes {
  const attributes = bag.readSetOf({ anyOrder: true });
  let friendlyName: string | undefined;
  let localKeyId: Uint8Array | undefined;
  while (!attributes.atEnd) {
    const attribute = attributes.readSequence();
    const type = attribute.readOid();
    const values = attribute.readSetOf({ anyOrder: true });
    attribute.finish();
    if (values.atEnd) continue;
    if (type === FRIENDLY_NAME) friendlyName ??= readFriendlyName(values);
    else if (type === LOCAL_KEY_ID) localKeyId ??= values.readOctetString();
  }
  return { ...(friendlyName !== undefined && { friendlyName }), ...(localKeyId && { localKeyId }) };
}

function readFriendlyName(values: DerReader): string {
  const name = decodeBmp(values.readElement(Tag.bmpString).content);
  if (name === undefined)
    throw new KeystoreError('pkcs12.bad_value', 'a friendlyName has an odd number of octets, so it is not a BMPString');
  return name;
}

function writeCertificateBag(writer: DerWriter, certificate: Uint8Array): void {
  writer.sequence(() => writer.oid(X509_CERTIFICATE).explicit(0, () => writer.octetString(certificate)));
}

function writeAttributes(writer: DerWriter, { friendlyName, localKeyId }: BagAttributes): void {
  const attributes: Uint8Array[] = [];
  if (friendlyName !== undefined) attributes.push(attribute(FRIENDLY_NAME, Tag.bmpString, encodeBmp(friendlyName)));
  if (localKeyId) attributes.push(attribute(LOCAL_KEY_ID, Tag.octetString, localKeyId));
  writer.setOf(attributes);
}

function attribute(type: Oid, tag: number, value: Uint8Array): Uint8Array {
  return writeDer((writer) => {
    writer.sequence(() => writer.oid(type).constructed(Tag.set, () => writer.primitive(tag, value)));
  });
}

const BAG_TYPES = { key: KEY_BAG, 'shrouded-key': SHROUDED_KEY_BAG, certificate: CERTIFICATE_BAG } as const;
