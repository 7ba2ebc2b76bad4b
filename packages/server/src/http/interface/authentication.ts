/** The caller of a request, by its connection and its headers. */
import type { Administrator } from '../../modules/access/index.ts';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { TLSSocket } from 'node:tls';
import { BadHeaderError } from '../errors/index.ts';

/** Credentials of a request. */
export type Credentials =
  | {
      readonly kind: 'certificate';
      readonly der: Uint8Array;
      /** Lower-case hex. */
      readonly sha256Fingerprint: string;
      /** Certificates that the client sent after its own, nearest first. A resumed TLS session has none. */
      readonly chain: readonly Uint8Array[];
      readonly remoteAddress: string;
    }
  | { readonly kind: 'bearer'; readonly token: string; readonly remoteAddress: string }
  | { readonly kind: 'none'; readonly remoteAddress: string };

/** Access control as the edge sees it. */
export interface Authenticator {
  /**
   * Finds who is calling. Called on every request, never cached by the edge: validity, revocation and the existence of the CA are
   * questions of the moment.
   *
   * @throws `AppError` of kind `unauthenticated` when there are no credentials, or none that are good
   */
  authenticate(credentials: Credentials): Promise<Administrator>;
  /** @throws `AppError` of kind `forbidden` when the administrator is in no role */
  requireRole(administrator: Administrator): Promise<void>;
  /** Returns the caller's name for the log: a DN, or the subject of a token. */
  nameOf(administrator: Administrator): string;
}

/** Callers that an operation admits: everybody, every known caller (results are filtered), or members of a role. */
export type AuthenticationLevel = 'none' | 'any' | 'admin';

/** Makes the hook that authenticates a request, before its body is read. */
export function authenticationHook(
  authenticator: Authenticator,
  level: Exclude<AuthenticationLevel, 'none'>,
): (request: FastifyRequest, reply: FastifyReply) => Promise<void> {
  return async (request) => {
    const administrator = await authenticator.authenticate(credentialsOf(request));
    request.callerName = authenticator.nameOf(administrator);
    if (level === 'admin') await authenticator.requireRole(administrator);
    request.administrator = administrator;
  };
}

/**
 * Returns who is calling.
 *
 * @throws RangeError for an operation that authenticates nobody
 */
export function administratorOf({ administrator }: Pick<FastifyRequest, 'administrator'>): Administrator {
  if (administrator === undefined) throw new RangeError('nobody was authenticated for this operation');
  return administrator;
}

/**
 * Reads the credentials of a request, as the connection or a trusted proxy shows them. A client certificate comes before a bearer token.
 *
 * @throws {@link BadHeaderError} when the token is not of the form of RFC 6750 §2.1
 */
export function credentialsOf(request: FastifyRequest): Credentials {
  const remoteAddress = remoteAddressOf(request);
  const certificate = certificateOf(request, remoteAddress);
  if (certificate !== undefined) return certificate;
  const { authorization } = request.headers;
  if (authorization === undefined || !BEARER.test(authorization)) return { kind: 'none', remoteAddress };
  const token = authorization.slice('bearer '.length).trim();
  if (token.length > MAX_TOKEN_LENGTH || !TOKEN.test(token)) throw new BadHeaderError('Authorization');
  return { kind: 'bearer', token, remoteAddress };
}

/** Returns the address of the caller: that of the connection, or the one that a trusted proxy names. */
export function remoteAddressOf({ forwarded, raw }: Pick<FastifyRequest, 'forwarded' | 'raw'>): string {
  return forwarded?.remoteAddress ?? raw.socket.remoteAddress ?? '';
}

/** The certificate of a proxy itself is nobody's: it says who passes requests on, not who sends them. */
function certificateOf({ forwarded, raw }: FastifyRequest, remoteAddress: string): CertificateCredentials | undefined {
  if (forwarded !== undefined)
    return forwarded.certificate && { kind: 'certificate', ...forwarded.certificate, remoteAddress };
  return raw.socket instanceof TLSSocket ? clientCertificateOf(raw.socket, remoteAddress) : undefined;
}

/** The certificate is the connection's and cannot change (renegotiation is off), so it is read once. */
function clientCertificateOf(socket: TLSSocket, remoteAddress: string): CertificateCredentials | undefined {
  const known = ofSocket.get(socket);
  if (known !== undefined) return known === 'none' ? undefined : known;
  const leaf = socket.getPeerX509Certificate();
  if (leaf === undefined) {
    ofSocket.set(socket, 'none');
    return undefined;
  }
  const chain: Uint8Array[] = [];
  for (
    let next = leaf.issuerCertificate;
    next !== undefined && chain.length < MAX_CHAIN;
    next = next.issuerCertificate
  ) {
    if (next.raw.equals(chain.at(-1) ?? leaf.raw)) break;
    chain.push(new Uint8Array(next.raw));
  }
  const der = new Uint8Array(leaf.raw);
  const sha256Fingerprint = createHash('sha256').update(der).digest('hex');
  const credentials = { kind: 'certificate', der, sha256Fingerprint, chain, remoteAddress } as const;
  ofSocket.set(socket, credentials);
  return credentials;
}

type CertificateCredentials = Credentials & { kind: 'certificate' };

const ofSocket = new WeakMap<TLSSocket, CertificateCredentials | 'none'>();

const BEARER = /^bearer /i;
/** RFC 6750 §2.1: b64token. */
const TOKEN = /^[A-Za-z0-9._~+/-]+=*$/;
const MAX_TOKEN_LENGTH = 16_384;
const MAX_CHAIN = 10;
