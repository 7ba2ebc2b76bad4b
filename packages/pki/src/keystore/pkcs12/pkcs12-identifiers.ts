/** Object identifiers of PKCS #12 (RFC 7292) and of the CMS types that it is built from. */
import { oid } from '../../der/index.ts';

/** CMS content types: RFC 5652 §4, §8. */
export const CONTENT_DATA = oid('1.2.840.113549.1.7.1');
export const CONTENT_ENCRYPTED_DATA = oid('1.2.840.113549.1.7.6');

/** Bag types: RFC 7292 §4.2. */
export const KEY_BAG = oid('1.2.840.113549.1.12.10.1.1');
export const SHROUDED_KEY_BAG = oid('1.2.840.113549.1.12.10.1.2');
export const CERTIFICATE_BAG = oid('1.2.840.113549.1.12.10.1.3');
export const SAFE_CONTENTS_BAG = oid('1.2.840.113549.1.12.10.1.6');

/** The kind of certificate in a certificate bag that is an X.509 one: RFC 7292 §4.2.3. */
export const X509_CERTIFICATE = oid('1.2.840.113549.1.9.22.1');

/** Attributes of a bag: RFC 2985 §5.5.1, §5.5.2. */
export const FRIENDLY_NAME = oid('1.2.840.113549.1.9.20');
export const LOCAL_KEY_ID = oid('1.2.840.113549.1.9.21');
