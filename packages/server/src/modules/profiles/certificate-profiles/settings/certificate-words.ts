/** Names of key usages and key purposes in profiles. */
import { isOid, KEY_PURPOSES, type KeyUsage, type Oid, oid } from '@sealwright/pki';

/** Key usages in bit order, with their labels in configuration dumps. */
export const KEY_USAGE_LABELS = {
  digitalSignature: 'Digital Signature',
  nonRepudiation: 'Non-Repudiation',
  keyEncipherment: 'Key Encipherment',
  dataEncipherment: 'Data Encipherment',
  keyAgreement: 'Key Agreement',
  keyCertSign: 'Key Certificate Sign',
  cRLSign: 'CRL Sign',
  encipherOnly: 'Encipher Only',
  decipherOnly: 'Decipher Only',
} as const satisfies Record<KeyUsage, string>;

/**
 * Returns the key purpose for `word`: an object identifier, the name of the purpose (`serverAuth`), its label in configuration dumps (`Server
 * Authentication`) or EJBCA's constant (`EKU_PKIX_SERVERAUTH`), case-insensitively.
 *
 * @returns undefined for any other text
 */
export function keyPurposeOf(word: string): Oid | undefined {
  return purposes.get(word.toUpperCase()) ?? (isOid(word) ? oid(word) : undefined);
}

/** Returns the label in configuration dumps for the purpose `word`, or its object identifier if it has no label. */
export function keyPurposeLabel(word: string): string {
  const purpose = keyPurposeOf(word);
  return purpose === undefined ? word : (purposeLabels.get(purpose) ?? purpose);
}

/** Returns the name of the purpose `word`, such as `serverAuth`, or its object identifier if it has no name. */
export function keyPurposeName(word: string): string {
  const purpose = keyPurposeOf(word);
  return purpose === undefined ? word : (purposeNames.get(purpose) ?? purpose);
}

/** Label, name in {@link KEY_PURPOSES}, and EJBCA's constant of each purpose. */
const PURPOSE_WORDS: readonly (readonly [string, keyof typeof KEY_PURPOSES, string])[] = [
  ['Any Extended Key Usage', 'anyExtendedKeyUsage', 'EKU_PKIX_ANYEXTENDEDKEYUSAGE'],
  ['Server Authentication', 'serverAuth', 'EKU_PKIX_SERVERAUTH'],
  ['Client Authentication', 'clientAuth', 'EKU_PKIX_CLIENTAUTH'],
  ['Code Signing', 'codeSigning', 'EKU_PKIX_CODESIGNING'],
  ['E-mail Protection', 'emailProtection', 'EKU_PKIX_EMAILPROTECTION'],
  ['Email Protection', 'emailProtection', 'EKU_PKIX_EMAILPROTECTION'],
  ['Timestamping', 'timeStamping', 'EKU_PKIX_TIMESTAMPING'],
  ['Time Stamping', 'timeStamping', 'EKU_PKIX_TIMESTAMPING'],
  ['OCSP Signing', 'OCSPSigning', 'EKU_PKIX_OCSPSIGNING'],
  ['OCSP Signer', 'OCSPSigning', 'EKU_PKIX_OCSPSIGNING'],
  ['Kerberos Client Authentication', 'pkinitKPClientAuth', 'EKU_KRB_PKINIT_CLIENT'],
  ['Kerberos KDC', 'pkinitKPKdc', 'EKU_KRB_PKINIT_KDC'],
  ['MS Smart Card Logon', 'msSmartCardLogon', 'EKU_MS_SMARTCARDLOGON'],
  ['MS Document Signing', 'msDocumentSigning', 'EKU_MS_DOCUMENTSIGNING'],
  ['MS Encrypted File System (EFS)', 'msEncryptingFileSystem', 'EKU_MS_EFSCRYPTO'],
  ['MS EFS Recovery', 'msFileRecovery', 'EKU_MS_EFSRECOVERY'],
  ['MS Individual Code Signing', 'msIndividualCodeSigning', 'EKU_MS_CODESIGNING_IND'],
  ['MS Commercial Code Signing', 'msCommercialCodeSigning', 'EKU_MS_CODESIGNING_COM'],
  ['PDF Signing', 'adobePdfSigning', 'EKU_ADOBE_PDFSIGNING'],
  ['SSH Client', 'secureShellClient', 'EKU_PKIX_SSHCLIENT'],
  ['SSH Server', 'secureShellServer', 'EKU_PKIX_SSHSERVER'],
  ['Internet Key Exchange for IPsec', 'ipsecIKE', 'EKU_PKIX_IPSECIKE'],
  ['TSL Signing', 'tslSigning', 'EKU_ETSI_TSLSIGNING'],
];

const purposes = new Map<string, Oid>([
  ...Object.entries(KEY_PURPOSES).map(([name, id]) => [name.toUpperCase(), id] as const),
  ...PURPOSE_WORDS.flatMap(([label, name, constant]) =>
    [label, constant].map((word) => [word.toUpperCase(), KEY_PURPOSES[name]] as const),
  ),
]);

/** First label of each purpose. */
const purposeLabels = new Map<Oid, string>(
  PURPOSE_WORDS.toReversed().map(([label, name]) => [KEY_PURPOSES[name], label]),
);

const purposeNames = new Map<Oid, string>(Object.entries(KEY_PURPOSES).map(([name, id]) => [id, name]));
