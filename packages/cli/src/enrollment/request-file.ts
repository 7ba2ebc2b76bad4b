/** Certificate requests in files, in every form that a server takes. */
import {
  AttributeType,
  CertificateRequestMessage,
  CertificationRequest,
  CvRequest,
  DerReader,
  DistinguishedName,
  findExtension,
  type GeneralName,
  parsePem,
  parsePublicKey,
  parseSpkacFile,
  PkiError,
  SignedPublicKey,
  subjectAltName,
  Tag,
  verifySignatureInPool,
} from '@sealwright/pki';
import { FileError } from '../errors.ts';
import { readInputFile } from '../files/input-file.ts';

/** A request that was read from a file. */
export type RequestFile = X509RequestFile | CvRequestFile;

/** A request for an X.509 certificate. */
export interface X509RequestFile {
  readonly form: 'PKCS10' | 'CRMF' | 'SPKAC' | 'PUBLICKEY';
  readonly der: Uint8Array;
  /** DER SubjectPublicKeyInfo. */
  readonly publicKey: Uint8Array;
  /** Undefined when the request names nobody. */
  readonly subject: DistinguishedName | undefined;
  readonly names: readonly GeneralName[];
}

/** A request for a card verifiable certificate. */
export interface CvRequestFile {
  readonly form: 'CVC';
  readonly der: Uint8Array;
  readonly request: CvRequest;
  /** The holder without its sequence number. */
  readonly subject: DistinguishedName;
  readonly names: readonly GeneralName[];
}

/**
 * Reads a request and finds out its form: PEM, base64, octets as they are, or the lines of `openssl spkac`.
 *
 * Proofs of possession by signature are verified; others are for the server.
 *
 * @throws {@link FileError} `cli.file_unreadable`, `cli.file_unusable`
 */
export async function readRequestFile(file: string): Promise<RequestFile> {
  const content = await readInputFile(file, 'a certificate request');
  const text = Buffer.from(content).toString('latin1');
  try {
    if (/^\s*SPKAC\s*=/m.test(text)) return await readSpkac(text);
    const der = derOf(content, text);
    const form = formOf(der);
    if (form !== undefined) return await READERS[form](der);
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new FileError('cli.file_unusable', `${file} is not a request that can be used: ${error.message}`, {
      cause: error,
    });
  }
  throw new FileError(
    'cli.file_unusable',
    `${file} is not a certificate request; PKCS#10, CRMF, SPKAC, a public key and CVC are, in PEM, base64 or DER`,
  );
}

type Form = RequestFile['form'];

const READERS: Readonly<Record<Form, (der: Uint8Array) => Promise<RequestFile>>> = {
  PKCS10: async (der) => {
    const request = CertificationRequest.parse(der);
    await request.verifyProofOfPossessionBy(verifySignatureInPool);
    const { subject, publicKey } = request;
    return { form: 'PKCS10', der, publicKey: publicKey.der, subject, names: request.extension(subjectAltName) ?? [] };
  },
  CRMF: async (der) => {
    const message = CertificateRequestMessage.parse(der);
    if (message.proof?.type === 'signature') await message.verifySigningKeyProof(verifySignatureInPool);
    const { template } = message;
    const names = findExtension(template.extensions, subjectAltName) ?? [];
    return { form: 'CRMF', der, publicKey: template.publicKey.der, subject: template.subject, names };
  },
  SPKAC: (der) => spkacOf(der, undefined),
  PUBLICKEY: async (der) => ({
    form: 'PUBLICKEY',
    der,
    publicKey: parsePublicKey(der).der,
    subject: undefined,
    names: [],
  }),
  CVC: async (der) => {
    const request = CvRequest.parse(der);
    request.verifyProofOfPossession();
    const { country, mnemonic } = request.holder;
    const subject = DistinguishedName.of([
      [{ type: AttributeType.country, value: country }],
      [{ type: AttributeType.commonName, value: mnemonic }],
    ]);
    return { form: 'CVC', der, request, subject, names: [] };
  },
};

async function readSpkac(text: string): Promise<RequestFile> {
  const { der, subject } = parseSpkacFile(text);
  return spkacOf(der, subject);
}

async function spkacOf(der: Uint8Array, subject: DistinguishedName | undefined): Promise<RequestFile> {
  const signed = SignedPublicKey.parse(der);
  await signed.verifyProofOfPossessionBy(verifySignatureInPool);
  return { form: 'SPKAC', der, publicKey: signed.publicKey.der, subject, names: [] };
}

/** Tells the forms apart by the elements that each begins with. @throws {DerError} */
function formOf(der: Uint8Array): Form | undefined {
  if (der[0] === CV_CERTIFICATE || der[0] === CV_AUTHENTICATION) return 'CVC';
  if (der[0] !== SEQUENCE) return undefined;
  const first = new DerReader(der).readSequence();
  if (!first.nextIs(Tag.sequence)) return undefined;
  const second = first.readSequence();
  if (second.nextIs(Tag.objectIdentifier)) return 'PUBLICKEY';
  if (second.nextIs(Tag.sequence)) return second.readSequence().nextIs(Tag.integer) ? 'CRMF' : 'SPKAC';
  if (!second.nextIs(Tag.integer)) return undefined;
  second.readAny();
  if (!second.nextIs(Tag.sequence)) return 'CRMF';
  second.readAny();
  // The public key of PKCS#10. A single message of CRMF ends after its template, or has controls of another shape.
  return second.nextIs(Tag.sequence) && isPublicKey(second.readSequence()) ? 'PKCS10' : 'CRMF';
}

function isPublicKey(reader: DerReader): boolean {
  if (!reader.nextIs(Tag.sequence)) return false;
  reader.readAny();
  return reader.nextIs(Tag.bitString);
}

function derOf(content: Uint8Array, text: string): Uint8Array {
  if (text.includes('-----BEGIN ')) {
    const blocks = parsePem(text);
    // Tools write the text of a request, or parameters, before it.
    const named = blocks.find(({ label }) => label.endsWith('CERTIFICATE REQUEST') || label === 'PUBLIC KEY');
    return (named ?? blocks[0]!).der;
  }
  if (!/^[A-Za-z0-9+/=\s]+$/.test(text)) return content;
  try {
    return Uint8Array.fromBase64(text);
  } catch (error) {
    if (error instanceof SyntaxError) return content;
    throw error;
  }
}

const SEQUENCE = 0x30;
/** The first octets of a request for a card verifiable certificate, and of one with an outer signature. */
const CV_CERTIFICATE = 0x7f;
const CV_AUTHENTICATION = 0x67;
