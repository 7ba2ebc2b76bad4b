/** extKeyUsage: the purposes that a certificate is issued for (RFC 5280 §4.2.1.12). */
import { oid, readDer, writeDer, type Oid } from '../der/index.ts';
import type { ExtensionType } from './extension.ts';
import { readSequenceOf, writeSequenceOf } from './sequence-of.ts';

/**
 * `SEQUENCE SIZE (1..MAX) OF KeyPurposeId`, in the order written (RFC 5280 §4.2.1.12).
 *
 * `encode` throws a RangeError for an empty list and for a purpose listed twice.
 *
 * Accepted on reading: a purpose listed twice, because the type allows it.
 */
export const extendedKeyUsage: ExtensionType<readonly Oid[]> = {
  oid: oid('2.5.29.37'),
  name: 'extKeyUsage',
  encode(value) {
    if (new Set(value).size < value.length) throw new RangeError('a key purpose is listed twice');
    return writeDer((writer) => writeSequenceOf(writer, value, (inner, purpose) => inner.oid(purpose)));
  },
  decode: (der) => readDer(der, (reader) => readSequenceOf(reader, (inner) => inner.readOid())),
};

/** Key purposes that have a name, each under the name that its definition gives it without `id-kp-`. */
export const KEY_PURPOSES = {
  /** RFC 5280 §4.2.1.12 */
  anyExtendedKeyUsage: oid('2.5.29.37.0'),
  serverAuth: oid('1.3.6.1.5.5.7.3.1'),
  clientAuth: oid('1.3.6.1.5.5.7.3.2'),
  codeSigning: oid('1.3.6.1.5.5.7.3.3'),
  emailProtection: oid('1.3.6.1.5.5.7.3.4'),
  /** RFC 2459; no longer recommended (RFC 4945 §5.1.3.12), still asked for */
  ipsecEndSystem: oid('1.3.6.1.5.5.7.3.5'),
  ipsecTunnel: oid('1.3.6.1.5.5.7.3.6'),
  ipsecUser: oid('1.3.6.1.5.5.7.3.7'),
  timeStamping: oid('1.3.6.1.5.5.7.3.8'),
  OCSPSigning: oid('1.3.6.1.5.5.7.3.9'),
  /** RFC 3029 */
  dvcs: oid('1.3.6.1.5.5.7.3.10'),
  /** RFC 4334 */
  eapOverPPP: oid('1.3.6.1.5.5.7.3.13'),
  eapOverLAN: oid('1.3.6.1.5.5.7.3.14'),
  /** RFC 5055 */
  scvpServer: oid('1.3.6.1.5.5.7.3.15'),
  scvpClient: oid('1.3.6.1.5.5.7.3.16'),
  /** RFC 4945 */
  ipsecIKE: oid('1.3.6.1.5.5.7.3.17'),
  /** RFC 5415 */
  capwapAC: oid('1.3.6.1.5.5.7.3.18'),
  capwapWTP: oid('1.3.6.1.5.5.7.3.19'),
  /** RFC 5924 */
  sipDomain: oid('1.3.6.1.5.5.7.3.20'),
  /** RFC 6187 */
  secureShellClient: oid('1.3.6.1.5.5.7.3.21'),
  secureShellServer: oid('1.3.6.1.5.5.7.3.22'),
  /** RFC 6402 */
  cmcCA: oid('1.3.6.1.5.5.7.3.27'),
  cmcRA: oid('1.3.6.1.5.5.7.3.28'),
  cmcArchive: oid('1.3.6.1.5.5.7.3.29'),
  /** RFC 8209 */
  bgpsecRouter: oid('1.3.6.1.5.5.7.3.30'),
  /** the certificates of the AuthIndicators Working Group */
  brandIndicatorForMessageIdentification: oid('1.3.6.1.5.5.7.3.31'),
  /** RFC 9480 */
  cmKGA: oid('1.3.6.1.5.5.7.3.32'),
  /** RFC 9336 */
  documentSigning: oid('1.3.6.1.5.5.7.3.36'),
  /** RFC 4556 §3.2.2 and §3.2.4: Kerberos PKINIT */
  pkinitKPClientAuth: oid('1.3.6.1.5.2.3.4'),
  pkinitKPKdc: oid('1.3.6.1.5.2.3.5'),
  msSmartCardLogon: oid('1.3.6.1.4.1.311.20.2.2'),
  msDocumentSigning: oid('1.3.6.1.4.1.311.10.3.12'),
  msEncryptingFileSystem: oid('1.3.6.1.4.1.311.10.3.4'),
  msFileRecovery: oid('1.3.6.1.4.1.311.10.3.4.1'),
  msIndividualCodeSigning: oid('1.3.6.1.4.1.311.2.1.21'),
  msCommercialCodeSigning: oid('1.3.6.1.4.1.311.2.1.22'),
  adobePdfSigning: oid('1.2.840.113583.1.1.5'),
  /** ETSI TS 119 612 */
  tslSigning: oid('0.4.0.2231.3.0'),
  /** ICAO Doc 9303-12 */
  icaoMasterListSigning: oid('2.23.136.1.1.3'),
  icaoDeviationListSigning: oid('2.23.136.1.1.8'),
  /** ISO/IEC 18013-5 */
  mdlDocumentSigner: oid('1.0.18013.5.1.2'),
  /** RFC 6962 §3.1 */
  precertificateSigning: oid('1.3.6.1.4.1.11129.2.4.4'),
} as const satisfies Record<string, Oid>;

export type KeyPurposeName = keyof typeof KEY_PURPOSES;

/** The name of a key purpose in {@link KEY_PURPOSES}, or undefined when it has none there. */
export function keyPurposeName(purpose: Oid): KeyPurposeName | undefined {
  return NAMES.get(purpose);
}

const NAMES = new Map(Object.entries(KEY_PURPOSES).map(([name, purpose]) => [purpose, name as KeyPurposeName]));
