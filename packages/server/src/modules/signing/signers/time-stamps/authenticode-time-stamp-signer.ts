import { hash } from 'node:crypto';
import {
  assembleSignerInfo,
  type Certificate,
  CONTENT_TYPES,
  digest,
  encodeSignedAttributes,
  encodeSignedData,
  hashAlgorithmByName,
  isForTimeStamps,
  issuerAndSerialNumber,
  makeCmsAttribute,
  oid,
  PkiError,
  readDer,
  signerAlgorithms,
  type SignatureAlgorithm,
  signingCertificateAttribute,
  signingTime,
} from '@sealwright/pki';
import { allOf, type Content, contentOf } from '../../../../kernel/content.ts';
import { WithSettings } from '../../../../kernel/with-deps.ts';
import {
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningKey,
  type SigningRequest,
  WorkerMisconfiguredError,
} from '../../worker-contract/index.ts';
import {
  certificateOf,
  readSignatureAlgorithm,
  signerNeeds,
  TimeStampUnavailableError,
  usualSignatureAlgorithm,
} from '../common/index.ts';
import { readTimeSource, type SourcedTime, type TimeSource } from './time-sources.ts';

/**
 * Answers the requests for time-stamps that Authenticode had before RFC 3161: the octets of a signature come in base64, and go back in a
 * message of PKCS #7 that a signing time is signed in.
 */
export const authenticodeTimeStampSignerKind: ProcessorKind<AuthenticodeTimeStampSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.tsa.MSAuthCodeTimeStampSigner',
  read(properties) {
    if (properties.has('INCLUDE_CERTIFICATE_LEVELS'))
      properties.report('INCLUDE_CERTIFICATE_LEVELS', 'is there, and these time-stamps have all certificates');
    return {
      algorithm: readSignatureAlgorithm(properties),
      timeSource: readTimeSource(properties),
      namesCertificate: properties.boolean('INCLUDE_SIGNING_CERTIFICATE_ATTRIBUTE', false),
    };
  },
  needs: signerNeeds,
};

interface AuthenticodeTimeStampSettings {
  /** Undefined when the key decides. */
  readonly algorithm: SignatureAlgorithm | undefined;
  readonly timeSource: TimeSource;
  /** Names the signer's certificate in a signed attribute. */
  readonly namesCertificate: boolean;
}

export class AuthenticodeTimeStampSigner
  extends WithSettings<AuthenticodeTimeStampSettings, { readonly time: SourcedTime }>
  implements Processor
{
  async process({ content, fileName }: SigningRequest, context: ProcessContext): Promise<Processed> {
    const { log, transactionId } = context;
    if (content.octets === 0) throw new IllegalRequestError('Request must contain data');
    const stamped = readRequest(await textOf(content));
    const key = await context.key();
    const certificate = timeStampCertificateOf(key, context);
    const { timeSource } = this.settings;
    log.set('TSA_TIMESOURCE', timeSource.className);
    const nowMs = await this.deps.time.nowMs(timeSource, log);
    if (nowMs === undefined) throw new TimeStampUnavailableError('The time source is not available.');
    log.set('TSA_TIME', nowMs);
    const message = await this.#stamp(stamped, key, certificate, nowMs);
    return {
      content: contentOf(Buffer.from(inLines(message.toBase64()))),
      mediaType: 'application/octet-stream',
      fileName,
      signerCertificate: certificate,
      archiveId: hash('sha1', Buffer.concat([stamped, Buffer.from(transactionId)])),
    };
  }

  async #stamp(stamped: Uint8Array, key: SigningKey, certificate: Certificate, nowMs: number): Promise<Uint8Array> {
    const { algorithm = usualSignatureAlgorithm(key), namesCertificate } = this.settings;
    const algorithms = signerAlgorithms(algorithm);
    const attributes = [makeCmsAttribute(signingTime, Math.floor(nowMs / 1000))];
    if (namesCertificate) attributes.push(signingCertificateAttribute([certificate], SHA1));
    const signedAttributes = encodeSignedAttributes({
      contentType: CONTENT_TYPES.data,
      contentDigest: digest(algorithms.digest, stamped),
      algorithms,
      // Younger than its readers.
      algorithmProtection: false,
      attributes,
    });
    const signature = await key.sign(algorithms.signature, signedAttributes);
    const identifier = issuerAndSerialNumber(certificate);
    const signer = assembleSignerInfo({ identifier, algorithms, signedAttributes, signature });
    const certificates = key.chain.map(({ der }) => der);
    return encodeSignedData({ contentType: CONTENT_TYPES.data, certificates, signers: [signer] }, stamped);
  }
}

/** @throws {@link WorkerMisconfiguredError} when the certificate is for something else, too */
function timeStampCertificateOf(key: SigningKey, context: ProcessContext): Certificate {
  const certificate = certificateOf(key, context);
  if (isForTimeStamps(certificate)) return certificate;
  throw new WorkerMisconfiguredError(context.worker.id, [
    'the certificate is not for time-stamps alone: its extended key usage has to be critical and id-kp-timeStamping',
  ]);
}

async function textOf(content: Content): Promise<string> {
  if (content.octets > MAX_REQUEST_OCTETS)
    throw new IllegalRequestError(`A request has ${MAX_REQUEST_OCTETS} octets at most`);
  return Buffer.from(await allOf(content)).toString('latin1');
}

/**
 * The octets that are to be stamped: `TimeStampRequest ::= SEQUENCE { countersignatureType OBJECT IDENTIFIER, attributes Attributes OPTIONAL,
 * content ContentInfo }`, of which the content is data.
 *
 * @throws {@link IllegalRequestError}
 */
function readRequest(base64: string): Uint8Array {
  try {
    return readDer(Uint8Array.fromBase64(withoutNulsAtEnd(base64)), (reader) => {
      const request = reader.readSequence();
      if (request.readOid() !== TIME_STAMP_REQUEST) throw new IllegalRequestError(NOT_A_REQUEST);
      if (!request.nextIs(SEQUENCE)) request.readAny();
      const contentInfo = request.readSequence();
      if (contentInfo.readOid() !== CONTENT_TYPES.data) throw new IllegalRequestError(NOT_A_REQUEST);
      const content = contentInfo.readExplicit(0);
      const octets = content.readOctetString();
      content.finish();
      contentInfo.finish();
      request.finish();
      return octets;
    });
  } catch (error) {
    // No base64, or no DER.
    if (error instanceof SyntaxError || error instanceof PkiError) throw new IllegalRequestError(NOT_A_REQUEST);
    throw error;
  }
}

function withoutNulsAtEnd(text: string): string {
  let end = text.length;
  while (text[end - 1] === '\0') end--;
  return text.slice(0, end);
}

/** As readers of the time expect base64. */
function inLines(base64: string): string {
  return base64.replaceAll(/.{1,64}/g, '$&\n');
}

const NOT_A_REQUEST = 'The request is not a time-stamp request of Authenticode in base64';
/** SPC_TIME_STAMP_REQUEST. */
const TIME_STAMP_REQUEST = oid('1.3.6.1.4.1.311.3.2.1');
const SEQUENCE = 0x30;
const SHA1 = hashAlgorithmByName('SHA-1');
const MAX_REQUEST_OCTETS = 16_384;
