/**
 * Downloads for relying parties over plain HTTP (RFC 5280 §4.2.1.13, §4.2.2.1):
 *
 * - `/crls/{ca}.crl`, `/crls/{ca}/delta.crl`, `/crls/{ca}/partition-{n}.crl`, `/crls/{ca}/partition-{n}-delta.crl`
 * - `/ssh/{ca}.pub` and `/ssh/{ca}.krl`, key and key revocation list of an SSH CA
 * - `/certificates/{ca}.crt` (DER), `/certificates/{ca}.pem`, `/certificates/{ca}.p7c` (the chain)
 *
 * `{ca}` is the CA's name, or its number. Each variant is a path of its own, because caches of the field forget query strings.
 */
import { encodeCertsOnly, formatPem } from '@sealwright/pki';
import { createHash } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Type } from 'typebox';
import { type Clock, nowSeconds } from '../../kernel/clock.ts';
import {
  type CertificateAuthority,
  type ConfiguredAuthorities,
  type CrlKind,
  type CrlStore,
  KRL_MAX_AGE_SECONDS,
  type PublishedKrls,
  type SshAuthority,
} from '../../modules/ca/index.ts';
import { renderPlainError, RouteNotFoundError } from '../errors/index.ts';
import type { EdgeInstance, HttpInterface } from '../interface/index.ts';
import { sendRepresentation } from './conditional.ts';

export interface DistributionDeps {
  readonly ca: {
    readonly authorities: Pick<ConfiguredAuthorities, 'findByName' | 'findByPublicId'>;
    readonly crls: Pick<CrlStore, 'findLatest' | 'read'>;
    readonly publishedKrls: Pick<PublishedKrls, 'find'>;
  };
  readonly clock: Clock;
}

/** Makes the interface; it is mounted at the root. */
export function distributionInterface(deps: DistributionDeps): HttpInterface {
  return {
    prefix: '',
    renderError: renderPlainError,
    register(app) {
      crlRoutes(app, deps);
      certificateRoutes(app, deps);
      sshRoutes(app, deps);
    },
  };
}

function crlRoutes(app: EdgeInstance, { ca: { authorities, crls }, clock }: DistributionDeps): void {
  const send = async (
    request: FastifyRequest,
    reply: FastifyReply,
    ca: string,
    kind: CrlKind,
    partition: number,
  ): Promise<FastifyReply> => {
    const { id: caId } = await findAuthority(authorities, ca);
    const crl = await crls.findLatest({ caId, partition }, kind);
    if (crl === undefined) throw new NothingPublishedError();
    return sendRepresentation(request, reply, {
      length: crl.octets,
      read: (start, end) => crls.read(crl, { start, end }),
      mediaType: 'application/pkix-crl',
      // As it was stored: hashing a CRL of 50 MB for each request is not worth it.
      tag: crl.sha1.toHex(),
      modifiedSeconds: crl.thisUpdate,
      maxAgeSeconds: crlMaxAgeSeconds(crl.nextUpdate, nowSeconds(clock)),
    });
  };
  app.get('/crls/:file', { config: { operation: 'distribution.crl' }, schema: FileSchema }, async (request, reply) =>
    send(request, reply, withoutSuffix(request.params.file, '.crl'), 'base', 0),
  );
  app.get(
    '/crls/:ca/:file',
    { config: { operation: 'distribution.crl' }, schema: CaFileSchema },
    async (request, reply) => {
      const match = CRL_FILE.exec(request.params.file);
      if (match === null) throw new NothingPublishedError();
      const [, partition, delta] = match;
      const kind = partition === undefined || delta !== undefined ? 'delta' : 'base';
      return send(request, reply, request.params.ca, kind, Number(partition ?? 0));
    },
  );
}

function certificateRoutes(app: EdgeInstance, { ca: { authorities } }: DistributionDeps): void {
  app.get(
    '/certificates/:file',
    { config: { operation: 'distribution.certificate' }, schema: FileSchema },
    async (request, reply) => {
      const { file } = request.params;
      const suffix = file.slice(file.lastIndexOf('.'));
      const format = FORMATS.get(suffix);
      if (format === undefined) throw new NothingPublishedError();
      const authority = await findAuthority(authorities, withoutSuffix(file, suffix));
      if (authority.kind !== 'X509' || authority.chain.length === 0) throw new NothingPublishedError();
      const bytes = format.encode(authority.chain.map(({ der }) => der));
      return sendRepresentation(request, reply, {
        length: bytes.length,
        read: (start, end) => [bytes.subarray(start, end)],
        mediaType: format.mediaType,
        tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
        maxAgeSeconds: CERTIFICATE_MAX_AGE_SECONDS,
      });
    },
  );
}

function sshRoutes(app: EdgeInstance, { ca }: DistributionDeps): void {
  app.get('/ssh/:file', { config: { operation: 'distribution.ssh' }, schema: FileSchema }, async (request, reply) => {
    const { file } = request.params;
    const suffix = file.endsWith('.krl') ? '.krl' : '.pub';
    const authority = await findAuthority(ca.authorities, withoutSuffix(file, suffix));
    if (authority.kind !== 'SSH') throw new NothingPublishedError();
    const found = suffix === '.krl' ? await krlOf(authority, ca) : sshKeyOf(authority);
    const { bytes, mediaType, maxAgeSeconds } = found;
    return sendRepresentation(request, reply, {
      length: bytes.length,
      read: (start, end) => [bytes.subarray(start, end)],
      mediaType,
      tag: createHash('sha256').update(bytes).digest('hex').slice(0, 32),
      maxAgeSeconds,
    });
  });
}

async function krlOf(authority: SshAuthority, { publishedKrls }: DistributionDeps['ca']) {
  const { bytes } = await publishedKrls.find(authority);
  return { bytes, mediaType: 'application/octet-stream', maxAgeSeconds: KRL_MAX_AGE_SECONDS };
}

function sshKeyOf({ name, publicKeys: [key] }: SshAuthority) {
  const line = key?.toLine(name);
  if (line === undefined) throw new NothingPublishedError();
  const bytes = new TextEncoder().encode(`${line}\n`);
  return { bytes, mediaType: 'text/plain; charset=utf-8', maxAgeSeconds: CERTIFICATE_MAX_AGE_SECONDS };
}

/** Finds a CA by its name, or by its number. @throws {@link NothingPublishedError} */
async function findAuthority(
  authorities: DistributionDeps['ca']['authorities'],
  nameOrNumber: string,
): Promise<CertificateAuthority> {
  const isNumber = /^-?\d{1,10}$/.test(nameOrNumber);
  const byName = await authorities.findByName(nameOrNumber);
  const found = byName ?? (isNumber ? await authorities.findByPublicId(Number(nameOrNumber)) : undefined);
  if (found === undefined) throw new NothingPublishedError();
  return found;
}

function withoutSuffix(file: string, suffix: string): string {
  if (!file.endsWith(suffix) || file.length === suffix.length) throw new NothingPublishedError();
  return file.slice(0, -suffix.length);
}

/** Never beyond the next CRL, and an hour at most: a CRL may be issued early, after a revocation. */
function crlMaxAgeSeconds(nextUpdate: number | undefined, now: number): number {
  return Math.max(0, Math.min(CRL_MAX_AGE_SECONDS, (nextUpdate ?? now) - now));
}

/** Nothing is published under this name. */
class NothingPublishedError extends RouteNotFoundError {
  constructor() {
    super('this address');
  }
}

const FORMATS: ReadonlyMap<string, { mediaType: string; encode(chain: readonly Uint8Array[]): Uint8Array }> = new Map([
  ['.crt', { mediaType: 'application/pkix-cert', encode: ([own]: readonly Uint8Array[]) => own! }],
  [
    '.pem',
    {
      mediaType: 'application/x-pem-file',
      encode: (chain: readonly Uint8Array[]) =>
        new TextEncoder().encode(chain.map((der) => formatPem('CERTIFICATE', der)).join('')),
    },
  ],
  ['.p7c', { mediaType: 'application/pkcs7-mime; smime-type=certs-only', encode: encodeCertsOnly }],
]);

const FileSchema = { params: Type.Object({ file: Type.String() }) };
const CaFileSchema = { params: Type.Object({ ca: Type.String(), file: Type.String() }) };
const CRL_FILE = /^(?:partition-([1-9]\d{0,8})(-delta)?|delta)\.crl$/;
const CRL_MAX_AGE_SECONDS = 3600;
const CERTIFICATE_MAX_AGE_SECONDS = 86_400;
