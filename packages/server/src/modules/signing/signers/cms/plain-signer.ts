import {
  AlgorithmError,
  decodeDigestInfo,
  DerError,
  type DigestInfo,
  type HashAlgorithm,
  hashAlgorithms,
  type SignatureAlgorithm,
  signatureAlgorithmByName,
} from '@sealwright/pki';
import { allOf, type Content, contentOf } from '../../../../kernel/content.ts';
import {
  IllegalRequestError,
  type ProcessContext,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningKey,
  type SigningRequest,
  type WorkerProperties,
} from '../../worker-contract/index.ts';
import {
  ClientSideHashing,
  LoggedDigest,
  readCertificateLevels,
  readSignatureAlgorithm,
  sameSchemeWith,
  signatureAlgorithmOfHash,
  signerNeeds,
  signContent,
  usualSignatureAlgorithm,
} from '../common/index.ts';

/**
 * Signs any octets, or a hash that a client has made of them, and answers with the bare signature value.
 *
 * It signs whatever its clients send, even the attributes of a CMS signer or a TBSCertificate, since clients that put signatures into files themselves
 * need that. Its key must therefore be used for nothing else.
 */
export const plainSignerKind: ProcessorKind<PlainSignerSettings> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.cmssigner.PlainSigner',
  read: (properties) => ({
    scheme: readScheme(properties),
    hashing: ClientSideHashing.read(properties),
    loggedRequest: LoggedDigest.read(properties, 'REQUEST', true),
    certificateLevels: readCertificateLevels(properties, 0),
  }),
  needs: ({ scheme }) => signerNeeds(scheme),
};

interface PlainSignerSettings {
  readonly scheme: SignatureScheme;
  readonly hashing: ClientSideHashing;
  readonly loggedRequest: LoggedDigest;
  /** Number of certificates with the answer. */
  readonly certificateLevels: number;
}

export class PlainSigner implements Processor {
  readonly #settings: PlainSignerSettings;

  constructor(settings: PlainSignerSettings) {
    this.#settings = settings;
  }

  async process(request: SigningRequest, context: ProcessContext): Promise<Processed> {
    const { content, fileName } = request;
    const { log } = context;
    const { certificateLevels, hashing, loggedRequest } = this.#settings;
    const hash = hashing.hashOf(request);
    const key = await context.key();
    const [signature] = await Promise.all([
      hash === undefined ? this.#sign(key, content) : this.#signHash(key, hash, content),
      loggedRequest.log(log, content),
    ]);
    log.set('RESPONSE_ENCODED', signature.toBase64());
    return {
      content: contentOf(signature),
      mediaType: 'application/octet-stream',
      fileName: fileName && `${fileName}.sig`,
      signerCertificate: key.chain.slice(0, certificateLevels)[0],
    };
  }

  async #signHash(key: SigningKey, hash: HashAlgorithm, content: Content): Promise<Uint8Array> {
    if (content.octets !== hash.length) {
      throw new IllegalRequestError(
        "Input length doesn't match hash digest algorithm specified through request metadata",
      );
    }
    return key.signDigest(this.#algorithmOf(key, hash), await allOf(content));
  }

  #algorithmOf(key: SigningKey, hash: HashAlgorithm): SignatureAlgorithm {
    const { algorithm, hashes } = this.#settings.scheme;
    if (hashes || algorithm === undefined) return signatureAlgorithmOfHash(algorithm, key, hash);
    const withHash = sameSchemeWith(algorithm, hash);
    if (withHash === undefined) throw new IllegalRequestError(`The worker signs no hashes of ${hash.name}`);
    return withHash;
  }

  async #sign(key: SigningKey, content: Content): Promise<Uint8Array> {
    const { algorithm = usualSignatureAlgorithm(key), hashes } = this.#settings.scheme;
    if (hashes) return signContent(key, algorithm, content);
    const { hash, digest } = await hashIn(algorithm, content);
    return key.signDigest(this.#algorithmOf(key, hash), digest);
  }
}

/** Meaning of SIGNATUREALGORITHM. */
interface SignatureScheme {
  /** Undefined if the key decides. For a name that takes a hash, such as NONEwithRSA, the algorithm of the same scheme with SHA-256. */
  readonly algorithm: SignatureAlgorithm | undefined;
  /** True if documents are hashed here; false if they are hashes already. */
  readonly hashes: boolean;
}

function readScheme(properties: WorkerProperties): SignatureScheme {
  const name = properties.text('SIGNATUREALGORITHM')?.toLowerCase() ?? '';
  if (!HASH_TAKING.includes(name)) return { algorithm: readSignatureAlgorithm(properties), hashes: true };
  return { algorithm: signatureAlgorithmByName(name.replace('none', 'SHA256')), hashes: false };
}

/** The hash that a client sends without saying so: in a DigestInfo for RSA, bare for ECDSA. */
async function hashIn({ keyAlgorithm, node }: SignatureAlgorithm, content: Content): Promise<DigestInfo> {
  if (node.options.saltLength !== undefined) {
    throw new IllegalRequestError(
      'NONEwithRSAandMGF1 is not supported without the request metadata properties for client-side hashing',
    );
  }
  if (content.octets > MAX_HASH_OCTETS) {
    throw new IllegalRequestError(
      `A hash was expected, and ${content.octets} octets came; ${MAX_HASH_OCTETS} are the most`,
    );
  }
  const octets = await allOf(content);
  if (keyAlgorithm.name === 'RSA') return digestInfoIn(octets);
  // An ECDSA signature does not tell by which hash its digest was made: any of that length will do.
  const hash = hashAlgorithms.find(({ length, weak }) => length === octets.length && (!weak || length === SHA1_OCTETS));
  if (hash === undefined) {
    throw new IllegalRequestError(`A hash has 20, 28, 32, 48 or 64 octets, and ${octets.length} came`);
  }
  return { hash, digest: octets };
}

function digestInfoIn(octets: Uint8Array): DigestInfo {
  try {
    return decodeDigestInfo(octets);
  } catch (error) {
    if (!(error instanceof DerError || error instanceof AlgorithmError)) throw error;
    throw new IllegalRequestError(`NONEwithRSA signs a DigestInfo, which this is not: ${error.message}`);
  }
}

const HASH_TAKING = ['nonewithrsa', 'nonewithrsaandmgf1', 'nonewithecdsa'];
/** More than the DigestInfo of any hash. */
const MAX_HASH_OCTETS = 128;
const SHA1_OCTETS = 20;
