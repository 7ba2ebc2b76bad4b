/** The properties of a PDF signer. */
import type { CertificationLevel, PdfPermission, SignPdfOptions } from '@sealwright/documents/pdf';
import { type HashAlgorithm, hashAlgorithmByName, type SignatureAlgorithm } from '@sealwright/pki';
import type { WorkerProperties } from '../../worker-contract/index.ts';
import {
  hashCalled,
  readCertificateLevels,
  readSignatureAlgorithm,
  readTimeStamping,
  type SignatureChoice,
  type TimeStamping,
} from '../common/index.ts';
import { type PdfAppearance, readAppearance } from './pdf-appearance.ts';
import { type NameOfFile, readArchiveToDisk } from './pdf-archive.ts';

export interface PdfSettings extends SignatureChoice {
  readonly hash: HashAlgorithm;
  /** Number of certificates in the output. */
  readonly certificateLevels: number;
  /** Undefined when the signature is not stamped with the time. */
  readonly timeStamping: TimeStamping | undefined;
  /** Embeds the CRL of the signer's CA. */
  readonly embedCrl: boolean;
  /** Embeds an answer of a responder of that CA. */
  readonly embedOcspResponse: boolean;
  /** Names the file that the signed document is written to; undefined for none. */
  readonly nameOfFile: NameOfFile | undefined;
  readonly appearance: PdfAppearance | undefined;
  /** Further options of a signature, whatever the document and the key. */
  readonly options: Omit<SignPdfOptions, 'signer' | 'time' | 'random' | 'password' | 'appearance'>;
}

export function readPdfSettings(properties: WorkerProperties): PdfSettings {
  const { name, minVersion } = readDigest(properties);
  return {
    algorithm: undefined,
    hash: hashAlgorithmByName(name),
    certificateLevels: readCertificateLevels(properties, 1),
    timeStamping: readWantedTimeStamping(properties),
    embedCrl: properties.boolean('EMBED_CRL', false),
    embedOcspResponse: properties.boolean('EMBED_OCSP_RESPONSE', false),
    nameOfFile: readArchiveToDisk(properties),
    appearance: readAppearance(properties),
    options: {
      reason: properties.text('REASON') ?? 'Signed by SignServer',
      location: properties.text('LOCATION') ?? 'SignServer',
      producer: 'SignServer',
      minVersion,
      certification: CERTIFICATION_LEVELS[properties.choice('CERTIFICATION_LEVEL', LEVEL_NAMES, 'NOT_CERTIFIED')],
      append: properties.boolean('APPEND_SIGNATURE', true),
      refuseDuplicateObjects: properties.boolean('REFUSE_DOUBLE_INDIRECT_OBJECTS', false),
      fieldName: properties.text('VISIBLE_SIGNATURE_NAME'),
      allowUserPassword: properties.boolean('ALLOW_SIGNING_WITHOUT_OWNERPASSWORD', false),
      protection: readProtection(properties),
    },
  };
}

/**
 * The algorithm that SIGNATUREALGORITHM names. Key and digest decide, and SignServer passes the property over; where it names another
 * algorithm than they make, the worker does not work, so that nobody believes otherwise.
 */
export function readNamedAlgorithm(
  properties: WorkerProperties,
  { hash }: PdfSettings,
): SignatureAlgorithm | undefined {
  const named = readSignatureAlgorithm(properties);
  if (named !== undefined && named.hash !== hash)
    properties.report('SIGNATUREALGORITHM', `is ${named.name}, and DIGESTALGORITHM, which decides, is ${hash.name}`);
  return named;
}

/** The digest, and the version of PDF that knows it (ISO 32000-1 table 257). */
function readDigest(properties: WorkerProperties): { readonly name: string; readonly minVersion: string } {
  const given = properties.text('DIGESTALGORITHM') ?? 'SHA256';
  const hash = hashCalled(given);
  const minVersion = hash && MIN_PDF_VERSIONS.get(hash.name);
  if (hash !== undefined && minVersion !== undefined) return { name: hash.name, minVersion };
  properties.report('DIGESTALGORITHM', `is '${given}', which is not a supported digest for PDF signatures`);
  return { name: 'SHA-256', minVersion: '1.6' };
}

function readWantedTimeStamping(properties: WorkerProperties): TimeStamping | undefined {
  const timeStamping = readTimeStamping(properties);
  const wanted = properties.boolean('USE_TIMESTAMP', timeStamping !== undefined);
  if (wanted && timeStamping === undefined)
    properties.report('USE_TIMESTAMP', 'is TRUE, and neither TSA_WORKER nor TSA_URL is there');
  return wanted ? timeStamping : undefined;
}

function readProtection(properties: WorkerProperties): SignPdfOptions['protection'] {
  const [reject, set, remove] = ['REJECT_PERMISSIONS', 'SET_PERMISSIONS', 'REMOVE_PERMISSIONS'].map((name) =>
    readPermissions(properties, name),
  );
  if (set !== undefined && remove !== undefined)
    properties.report('REMOVE_PERMISSIONS', 'is there, and SET_PERMISSIONS, too');
  const ownerPassword = properties.secret('SET_OWNERPASSWORD')?.reveal();
  if (ownerPassword !== undefined && /[^\0-\u00ff]/.test(ownerPassword))
    properties.report('SET_OWNERPASSWORD', 'has characters beyond ISO 8859-1');
  return { reject, set, remove, ownerPassword };
}

function readPermissions(properties: WorkerProperties, name: string): readonly PdfPermission[] | undefined {
  return properties.list(name)?.flatMap((item) => {
    const permission = PERMISSIONS.get(item.toUpperCase());
    if (permission !== undefined) return permission;
    properties.report(name, `names '${item}', and the permissions are ${[...PERMISSIONS.keys()].join(', ')}`);
    return [];
  });
}

/** By the digest of a signature. */
export const MIN_PDF_VERSIONS: ReadonlyMap<string, string> = new Map([
  ['SHA-1', '1.3'],
  ['SHA-256', '1.6'],
  ['SHA-384', '1.7'],
  ['SHA-512', '1.7'],
]);
const LEVEL_NAMES = ['NOT_CERTIFIED', 'FORM_FILLING', 'FORM_FILLING_AND_ANNOTATIONS', 'NO_CHANGES_ALLOWED'] as const;
const CERTIFICATION_LEVELS: Readonly<Record<(typeof LEVEL_NAMES)[number], CertificationLevel>> = {
  NOT_CERTIFIED: 'not-certified',
  FORM_FILLING: 'form-filling',
  FORM_FILLING_AND_ANNOTATIONS: 'form-filling-and-annotations',
  NO_CHANGES_ALLOWED: 'no-changes-allowed',
};
const PERMISSIONS: ReadonlyMap<string, PdfPermission> = new Map<string, PdfPermission>([
  ['ALLOW_PRINTING', 'printing'],
  ['ALLOW_MODIFY_CONTENTS', 'modify-contents'],
  ['ALLOW_COPY', 'copy'],
  ['ALLOW_MODIFY_ANNOTATIONS', 'modify-annotations'],
  ['ALLOW_FILL_IN', 'fill-in'],
  ['ALLOW_SCREENREADERS', 'screen-readers'],
  ['ALLOW_ASSEMBLY', 'assembly'],
  ['ALLOW_DEGRADED_PRINTING', 'degraded-printing'],
]);
