import {
  assembleSignerInfo,
  type Certificate,
  type CmsAttribute,
  CmsError,
  encodeSignedAttributes,
  type HashAlgorithm,
  issuerAndSerialNumber,
  looksLikeSignedAttributes,
  makeCmsAttribute,
  type SignerAlgorithms,
  signatureTimeStamp,
  signerAlgorithms,
  signingTime,
} from '@sealwright/pki';
import { type Clock, nowSeconds } from '../../../../kernel/clock.ts';
import { allOf, type Content } from '../../../../kernel/content.ts';
import { WithSettings } from '../../../../kernel/with-deps.ts';
import {
  digestOf,
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningKey,
  type SigningRequest,
} from '../../worker-contract/index.ts';
import {
  certificateOf,
  chosenSignatureAlgorithm,
  readTimeStamping,
  signatureAlgorithmOfHash,
  signerNeeds,
  signContent,
  type TimeStamps,
} from '../common/index.ts';
import { encodeCmsMessage } from './cms-message.ts';
import { type CmsSettings, contentTypeOf, isDetached, readCmsSettings } from './cms-settings.ts';

/** Signs any octets, or a hash of them, and answers with a CMS SignedData (RFC 5652). A content of any size passes by in pieces. */
export const cmsSignerKind: ProcessorKind<CmsSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.cmssigner.CMSSigner',
  read: readCmsSettings,
  needs: signerNeeds,
};

/** The same, with a time-stamp of the signature among what is not signed (RFC 3161 appendix A). */
export const extendedCmsSignerKind: ProcessorKind<CmsSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.extendedcmssigner.ExtendedCMSSigner',
  read: (properties) => {
    if (properties.choice('SIGNING_MODE', ['NEW', 'APPEND'], 'NEW') === 'APPEND') {
      properties.report('SIGNING_MODE', 'is APPEND, which this worker does not know: it makes new messages');
    }
    return { ...readCmsSettings(properties), timeStamping: readTimeStamping(properties) };
  },
  needs: signerNeeds,
};

export interface CmsSignerDeps {
  readonly clock: Clock;
  readonly timeStamps: Pick<TimeStamps, 'stamp'>;
}

export class CmsSigner extends WithSettings<CmsSettings, CmsSignerDeps> implements Processor {
  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    const settings = this.settings;
    const { content, fileName } = request;
    const hash = settings.hashing.hashOf(request);
    const detached = isDetached(settings, request, hash !== undefined);
    const contentType = contentTypeOf(settings, request);
    const key = await context.key();
    const certificate = certificateOf(key, context);
    const algorithms = algorithmsOf(settings, key, hash, context);
    const signedAttributes = settings.direct
      ? undefined
      : encodeSignedAttributes({
          contentType,
          contentDigest: hash === undefined ? await digestOf(content, algorithms.digest) : await hashIn(content, hash),
          algorithms,
          attributes: this.#attributesOf(certificate),
        });
    const signature = await (signedAttributes === undefined
      ? signDirectly(key, algorithms, content)
      : key.sign(algorithms.signature, signedAttributes));
    const unsignedAttributes = await this.#unsignedAttributesOf(signature, context);
    const identifier = issuerAndSerialNumber(certificate);
    const signer = assembleSignerInfo({ identifier, algorithms, signedAttributes, signature, unsignedAttributes });
    const certificates = key.chain.slice(0, settings.certificateLevels).map(({ der }) => der);
    const fields = { contentType, certificates, algorithms, signer };
    const message = encodeCmsMessage(fields, detached ? undefined : content, settings.der);
    await settings.loggedRequest?.log(context.log, content);
    await settings.loggedResponse?.log(context.log, message);
    return {
      content: message,
      mediaType: 'application/pkcs7-signature',
      fileName: fileName && `${fileName}${settings.suffix}`,
      signerCertificate: settings.certificateLevels === 0 ? undefined : certificate,
    };
  }

  /** Beside those that follow from content and algorithms. */
  #attributesOf(certificate: Certificate): readonly CmsAttribute[] {
    const time = makeCmsAttribute(signingTime, nowSeconds(this.deps.clock));
    const { signingCertificate } = this.settings;
    return signingCertificate === undefined ? [time] : [time, signingCertificate(certificate)];
  }

  async #unsignedAttributesOf(signature: Uint8Array, context: ProcessContext): Promise<readonly CmsAttribute[]> {
    const { timeStamping } = this.settings;
    if (timeStamping === undefined) return [];
    return [makeCmsAttribute(signatureTimeStamp, await this.deps.timeStamps.stamp(signature, timeStamping, context))];
  }
}

/** @throws {@link IllegalRequestError} when the hash of a client does not go with the signature */
function algorithmsOf(
  settings: CmsSettings,
  key: SigningKey,
  hash: HashAlgorithm | undefined,
  context: ProcessContext,
): SignerAlgorithms {
  const { algorithm, direct } = settings;
  const usual = chosenSignatureAlgorithm(settings, key, context);
  // One that hashes has to do so as the client did; the others sign a digest by any hash, or say which.
  const signature =
    hash === undefined || usual.hash === undefined ? usual : signatureAlgorithmOfHash(algorithm, key, hash);
  try {
    return signerAlgorithms(signature, { direct, digest: hash });
  } catch (error) {
    if (!(error instanceof CmsError)) throw error;
    throw new IllegalRequestError(`The hash does not go with the signature: ${error.message}`, { cause: error });
  }
}

/** Signs the content itself: unless it looks like attributes, which would make it a signature of something else, too. */
async function signDirectly(key: SigningKey, { signature }: SignerAlgorithms, content: Content): Promise<Uint8Array> {
  if (await mayBeAttributes(content)) {
    throw new IllegalRequestError(
      'The content looks like the signed attributes of a CMS message, which are not signed directly',
    );
  }
  return signContent(key, signature, content);
}

async function mayBeAttributes(content: Content): Promise<boolean> {
  const [tag] = await content.read(0, 1);
  if (tag !== SET) return false;
  return content.octets > MAX_ATTRIBUTES_OCTETS || looksLikeSignedAttributes(await allOf(content));
}

async function hashIn(content: Content, hash: HashAlgorithm): Promise<Uint8Array> {
  if (content.octets === hash.length) return allOf(content);
  throw new IllegalRequestError(
    'Client-side hashing data length must match with the length of client specified digest algorithm',
  );
}

/** The first octet of a SET. */
const SET = 0x31;
/** A larger content that begins like a SET is not looked into, and not signed directly either. */
const MAX_ATTRIBUTES_OCTETS = 16 * 1024 * 1024;
