/** Issuers of the bearer tokens that a worker accepts, and the claims that it requires in them. */
import { createPublicKey, type KeyObject } from 'node:crypto';
import type { WorkerProperties } from '../worker-contract/index.ts';

export interface TokenSettings {
  readonly issuers: readonly TokenIssuer[];
  readonly rules: readonly ClaimRule[];
  /** Accepted audiences, one of which the token must have; undefined to accept any. */
  readonly audiences: readonly string[] | undefined;
  /** True when a bearer token may lack the header parameter `typ`. */
  readonly typeOptional: boolean;
}

/** An authorization server: `AUTHSERVERn`. */
export interface TokenIssuer {
  readonly name: string;
  readonly publicKey: KeyObject;
  /** Algorithms of JWS (RFC 7518 §3.1, RFC 8037) that go with the key. */
  readonly algorithms: readonly string[];
}

/** Rule that admits a client: `AUTHJWTn`. */
export interface ClaimRule {
  readonly issuer: string;
  readonly claim: string;
  readonly value: string;
}

/** Reads the properties, and reports all errors in them. */
export function readTokenSettings(properties: WorkerProperties): TokenSettings {
  const issuers = numbersOf(properties, 'AUTHSERVER').flatMap((prefix) => readIssuer(properties, prefix));
  const rules = numbersOf(properties, 'AUTHJWT').map((prefix) => ({
    issuer: properties.requiredText(`${prefix}.ISSUER`),
    claim: properties.requiredText(`${prefix}.CLAIM.NAME`),
    value: properties.requiredText(`${prefix}.CLAIM.VALUE`),
  }));
  if (issuers.length === 0) properties.report('AUTHSERVER0.ISSUER', 'is missing: no tokens are taken');
  if (rules.length === 0) properties.report('AUTHJWT0.ISSUER', 'is missing: nobody is let in');
  return {
    issuers,
    rules,
    audiences: properties.list('ACCEPTED_AUDIENCES'),
    typeOptional: properties.boolean('OPTIONAL_TYPE', false),
  };
}

/** Lists the prefixes such as `AUTHSERVER0` and `AUTHSERVER7` that property names begin with. */
function numbersOf(properties: WorkerProperties, word: string): readonly string[] {
  const prefixes = properties.names().map((name) => name.split('.', 1)[0]!);
  return [
    ...new Set(prefixes.filter((prefix) => prefix.startsWith(word) && /^\d{1,6}$/.test(prefix.slice(word.length)))),
  ];
}

function readIssuer(properties: WorkerProperties, prefix: string): readonly TokenIssuer[] {
  const name = properties.requiredText(`${prefix}.ISSUER`);
  const publicKey = readPublicKey(properties.requiredText(`${prefix}.PUBLICKEY`));
  const algorithms = publicKey && algorithmsOf(publicKey);
  if (publicKey === undefined || algorithms === undefined) {
    properties.report(
      `${prefix}.PUBLICKEY`,
      'has to be a public key in base64 or PEM: RSA of 2048 bits or more, P-256, P-384, P-521 or Ed25519',
    );
    return [];
  }
  const kind = properties.text(`${prefix}.KEYALG`);
  if (kind !== undefined && !kindsOf(publicKey).includes(kind.toUpperCase()))
    properties.report(`${prefix}.KEYALG`, `is '${kind}', and the public key is ${kindsOf(publicKey)[0]}`);
  return [{ name, publicKey, algorithms }];
}

function readPublicKey(text: string): KeyObject | undefined {
  try {
    if (text.startsWith('-----BEGIN PUBLIC KEY-----')) return createPublicKey(text);
    return createPublicKey({ key: Buffer.from(Uint8Array.fromBase64(text)), format: 'der', type: 'spki' });
  } catch {
    return undefined;
  }
}

/** Returns the JWS algorithms for a key; undefined when there is none, or the key is too weak. */
export function algorithmsOf({
  asymmetricKeyType: type,
  asymmetricKeyDetails = {},
}: KeyObject): readonly string[] | undefined {
  const { modulusLength = 0, namedCurve = '' } = asymmetricKeyDetails;
  if (type === 'rsa' && modulusLength >= MIN_RSA_BITS) return ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'];
  if (type === 'ed25519') return ['EdDSA', 'Ed25519'];
  return type === 'ec' ? ECDSA[namedCurve] : undefined;
}

function kindsOf({ asymmetricKeyType: type }: KeyObject): readonly string[] {
  if (type === 'rsa') return ['RSA'];
  return type === 'ec' ? ['EC', 'ECDSA'] : ['EDDSA', 'ED25519'];
}

const ECDSA: Readonly<Record<string, readonly string[]>> = {
  prime256v1: ['ES256'],
  secp384r1: ['ES384'],
  secp521r1: ['ES512'],
};
const MIN_RSA_BITS = 2048;
