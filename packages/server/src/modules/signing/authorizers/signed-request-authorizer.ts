import { createPublicKey, hash } from 'node:crypto';
import {
  Certificate,
  findPath,
  type HashAlgorithm,
  hashAlgorithmByName,
  PkiError,
  type TrustAnchor,
} from '@sealwright/pki';
import { nowSeconds } from '../../../kernel/clock.ts';
import { DuplicateMemberError, parseUniqueJson } from '../../../kernel/formats/unique-json.ts';
import type { AuthorizationContext, Authorized, Authorizer, AuthorizerKind } from './authorizer.ts';
import {
  anchorsOf,
  type Client,
  digestOf,
  givenCertificates,
  type WorkerProperties,
} from '../worker-contract/index.ts';
import { ClientNotAuthorizedError } from './errors.ts';
import { type CheckedRule, checkRules, matches } from './client-rules.ts';
import { algorithmsOf } from './token-settings.ts';

/**
 * Admits clients that have signed the request itself, even when another party forwards it: the metadata SIGNED_REQUEST is a JWS (RFC 7515) over
 * the hashes of the document, the file name, all other metadata and the worker. One of the worker's rules has to name the signer certificate.
 *
 * There is no replay protection: anybody who obtains a signed request may send it again, unchanged.
 */
export const signedRequestAuthorizer: AuthorizerKind = {
  names: ['org.signserver.server.enterprise.signedrequest.SignedRequestAuthorizer'],
  make: (properties, rules) => new SignedRequestAuthorizer(properties, checkRules(rules, properties)),
};

class SignedRequestAuthorizer implements Authorizer {
  readonly #rules: readonly CheckedRule[];
  readonly #anchors: readonly TrustAnchor[];
  readonly #checksRevocation: boolean;
  readonly #needsTlsCertificate: boolean;

  constructor(properties: WorkerProperties, rules: readonly CheckedRule[]) {
    this.#rules = rules;
    this.#anchors = readAnchors(properties);
    this.#checksRevocation = properties.boolean('REVOCATION_CHECKING', true);
    this.#needsTlsCertificate = properties.boolean('REQUIRE_TLS_CLIENT_CERTIFICATE', true);
  }

  async authorize({ certificate: shown }: Client, context: AuthorizationContext): Promise<Authorized> {
    const { certificates, request, worker } = context;
    if (this.#needsTlsCertificate && (shown === undefined || (await certificates.verify(shown)) === undefined))
      throw new ClientNotAuthorizedError('Error, client authentication is required.');
    const token = request.metadata.get(SIGNED_REQUEST);
    if (token === undefined) throw new ClientNotAuthorizedError('Signed request required');
    const signed = await readSignedRequest(token);
    const isGood =
      signed !== undefined &&
      (await this.#isTrusted(signed.chain, context)) &&
      this.#rules.some((rule) => matches(rule, signed.chain[0])) &&
      (await coversRequest(signed.hashes, context));
    if (!isGood) throw new ClientNotAuthorizedError(`Worker ${worker.id}: Client is not authorized`);
    return { username: undefined, certificate: signed.chain[0] };
  }

  /** Tells whether the signer is trusted. Revocation is checked only for certificates of CAs that this installation knows. */
  async #isTrusted([signer, ...others]: Chain, { certificates, clock }: AuthorizationContext): Promise<boolean> {
    try {
      const material = { anchors: this.#anchors, intermediates: others };
      findPath(signer, material, { now: nowSeconds(clock) });
    } catch (error) {
      if (error instanceof PkiError) return false;
      throw error;
    }
    if (!this.#checksRevocation) return true;
    const { der, sha256Fingerprint } = signer;
    return (await certificates.verify({ der, sha256Fingerprint })) !== undefined;
  }
}

type Chain = readonly [Certificate, ...Certificate[]];

/** A signed request. */
interface SignedRequest {
  /** The signer's certificate first. */
  readonly chain: Chain;
  /** Hashes in hexadecimal, by the name of the hashed part. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Parses and verifies a signed request; undefined for another kind of JWS, or when its certificate does not verify the signature. */
async function readSignedRequest(token: string): Promise<SignedRequest | undefined> {
  // Loaded by the first worker that asks for tokens.
  const { compactVerify, decodeProtectedHeader, errors } = await import('jose');
  try {
    const { typ, x5c = [] } = decodeProtectedHeader(token) as { readonly typ?: string; readonly x5c?: string[] };
    if (typ !== TYPE || !Array.isArray(x5c) || x5c.length > MAX_CHAIN) return undefined;
    const [signer, ...others] = x5c.map((text) => Certificate.parse(Uint8Array.fromBase64(text)));
    if (signer === undefined) return undefined;
    const key = createPublicKey({ key: Buffer.from(signer.publicKeyDer), format: 'der', type: 'spki' });
    const { payload } = await compactVerify(token, key, { algorithms: [...(algorithmsOf(key) ?? [])] });
    const hashes = readHashes(parseUniqueJson(new TextDecoder('utf-8', { fatal: true }).decode(payload)));
    return hashes && { chain: [signer, ...others], hashes };
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof PkiError) return undefined;
    if (error instanceof DuplicateMemberError) return undefined;
    // Not base64, not JSON, not UTF-8, or not a key.
    if (error instanceof SyntaxError || error instanceof TypeError || isKeyError(error)) return undefined;
    throw error;
  }
}

function readHashes(payload: unknown): ReadonlyMap<string, string> | undefined {
  if (typeof payload !== 'object' || payload === null || Array.isArray(payload)) return undefined;
  const entries = Object.entries(payload) as [string, unknown][];
  return entries.every((entry): entry is [string, string] => typeof entry[1] === 'string')
    ? new Map(entries)
    : undefined;
}

/** Tells whether the hashes match this request and worker, and cover all parts of the request. */
async function coversRequest(
  hashes: ReadonlyMap<string, string>,
  { request: { content, fileName, metadata }, worker }: AuthorizationContext,
): Promise<boolean> {
  const texts = new Map<string, string>([
    ['workerName', worker.name],
    ['workerId', String(worker.id)],
    ...(fileName === undefined ? [] : [['FILENAME', fileName] as const]),
    ...[...metadata].filter(([key]) => key !== SIGNED_REQUEST).map(([key, value]) => [`meta.${key}`, value] as const),
  ]);
  if (fileName !== undefined && !texts.has('meta.FILENAME')) texts.set('meta.FILENAME', fileName);
  for (const [key, given] of hashes) {
    const algorithm = algorithmOf(given);
    const text = texts.get(key);
    if (algorithm === undefined || (key !== 'data' && text === undefined)) return false;
    const found = key === 'data' ? await digestOf(content, algorithm) : hash(algorithm.nodeName, text!, 'buffer');
    if (Buffer.from(found).toString('hex') !== given.toLowerCase()) return false;
  }
  const isNamed = hashes.has('workerName') || hashes.has('workerId');
  const hasFileName = fileName === undefined || hashes.has('FILENAME') || hashes.has('meta.FILENAME');
  const hasMetadata = [...metadata.keys()].every((key) => key === SIGNED_REQUEST || hashes.has(`meta.${key}`));
  return hashes.has('data') && isNamed && hasFileName && hasMetadata;
}

/** Returns the hash algorithm with hashes of that length, of the three in RFC 7518. */
function algorithmOf(hex: string): HashAlgorithm | undefined {
  return HASHES.find(({ length }) => length * 2 === hex.length);
}

function readAnchors(properties: WorkerProperties): readonly TrustAnchor[] {
  properties.requiredText('TRUSTANCHORS');
  return anchorsOf(givenCertificates(properties, 'TRUSTANCHORS'), properties, 'TRUSTANCHORS');
}

function isKeyError(error: unknown): boolean {
  return String((error as NodeJS.ErrnoException | null)?.code).startsWith('ERR_OSSL');
}

const SIGNED_REQUEST = 'SIGNED_REQUEST';
const TYPE = 'http://signserver.org/specs/signedrequest/1.0';
const HASHES = ['SHA-256', 'SHA-384', 'SHA-512'].map(hashAlgorithmByName);
const MAX_CHAIN = 10;
