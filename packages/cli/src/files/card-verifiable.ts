/** Card verifiable files as people read them: certificates and requests, whatever armour they are in. */
import {
  CvCertificate,
  CvRequest,
  type CvPublicKey,
  formatDay,
  parsePem,
  PkiError,
  rightNames,
  rightsOf,
  terminalAuthenticationOf,
} from '@sealwright/pki';
import { FileError } from '../errors.ts';
import { readInputFile } from './input-file.ts';

/** Contents of a file. */
export type CardVerifiable =
  | { readonly kind: 'certificate'; readonly certificate: CvCertificate }
  | { readonly kind: 'request'; readonly request: CvRequest; readonly octets: Uint8Array };

/**
 * Reads a file: octets as they are, PEM of any label, or base64.
 *
 * @throws {@link FileError} `cli.file_unreadable`, `cli.file_unusable`
 */
export async function readCardVerifiable(file: string): Promise<CardVerifiable> {
  const what = 'a card verifiable certificate or request';
  const content = await readInputFile(file, what);
  try {
    return parse(octetsOf(content));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    throw new FileError('cli.file_unusable', `${file} is not ${what}: ${error.message}`, { cause: error });
  }
}

/** A member of what is shown: a name, and a text or several. */
export type Member = readonly [name: string, value: string | readonly string[]];

/** Lists the members of a certificate or request, in the order of reading. */
export function membersOf(file: CardVerifiable): readonly Member[] {
  return file.kind === 'certificate' ? ofCertificate(file.certificate) : ofRequest(file.request);
}

function ofCertificate(certificate: CvCertificate): readonly Member[] {
  const { holder, authority, authorization, publicKey, effectiveDay, expirationDay, extensions } = certificate;
  const kind = certificate.isLink
    ? 'link certificate'
    : certificate.isSelfSigned
      ? 'self-signed certificate'
      : 'certificate';
  return [
    ['kind', kind],
    ['holder', holder.text],
    ['authority', authority.text],
    ['terminal_type', rightsOf(authorization.terminalType).name],
    ['role', authorization.role],
    ['rights', rightNames(authorization)],
    ['effective_date', formatDay(effectiveDay)],
    ['expiration_date', formatDay(expirationDay)],
    ...ofKey(publicKey),
    ['extensions', extensions.map(({ oid }) => oid)],
    [
      'signature',
      certificate.isSelfSigned ? judged(() => certificate.verify(publicKey)) : 'of the authority, not checked',
    ],
  ];
}

function ofRequest(request: CvRequest): readonly Member[] {
  const { holder, authority, publicKey, extensions, outer } = request;
  return [
    ['kind', outer === undefined ? 'request' : 'authenticated request'],
    ['holder', holder.text],
    ...(authority === undefined ? [] : [['authority', authority.text] as const]),
    ...ofKey(publicKey),
    ['extensions', extensions.map(({ oid }) => oid)],
    ['signature', judged(() => request.verifyProofOfPossession())],
    ...(outer === undefined ? [] : [['outer_signature', `of ${outer.authority.text}, not checked`] as const]),
  ];
}

function ofKey(publicKey: CvPublicKey): readonly Member[] {
  return [
    ['algorithm', terminalAuthenticationOf(publicKey.algorithm).name],
    ['key', keyText(publicKey)],
  ];
}

function keyText(publicKey: CvPublicKey): string {
  if (publicKey.algorithm.keyAlgorithm.name === 'RSA') return `RSA ${publicKey.key.bits}`;
  const { curve } = publicKey;
  return curve === undefined ? 'on the curve of the authority' : `${curve.name}, spelled out`;
}

function judged(verify: () => void): string {
  try {
    verify();
    return 'valid';
  } catch (error) {
    if (error instanceof PkiError) return `invalid: ${error.message}`;
    throw error;
  }
}

/** A request lacks what a certificate has: whichever of the two is understood. */
function parse(octets: Uint8Array): CardVerifiable {
  try {
    return { kind: 'certificate', certificate: CvCertificate.parse(octets) };
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    try {
      return { kind: 'request', request: CvRequest.parse(octets), octets };
    } catch (second) {
      // Octets that begin as a request get the error of a request.
      throw octets[0] === AUTHENTICATION ? second : error;
    }
  }
}

function octetsOf(content: Uint8Array): Uint8Array {
  // 67 is also a letter of base64, of which no octet has the highest bit, as the length of a whole request does.
  if (content[0] === CERTIFICATE || (content[0] === AUTHENTICATION && content[1]! >= 0x80)) return content;
  const text = Buffer.from(content).toString('latin1');
  if (text.includes('-----BEGIN ')) return parsePem(text)[0]!.der;
  try {
    return Uint8Array.fromBase64(text.trim());
  } catch (error) {
    if (error instanceof SyntaxError) return content;
    throw error;
  }
}

/** The first octets of a certificate or request, and of one with an outer signature. */
const CERTIFICATE = 0x7f;
const AUTHENTICATION = 0x67;
