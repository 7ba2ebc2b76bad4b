/**
 * The addresses that certificates of EJBCA carry, so that a CA can move here with its certificates in the field:
 *
 * - `/ejbca/publicweb/webdist/certdist?cmd=crl|deltacrl|cacert|nscacert|iecacert|cachain&issuer=...`
 * - `/ejbca/publicweb/crls/search.cgi?iHash=...|sKIDHash=...` and `/ejbca/publicweb/certificates/search.cgi` (RFC 4387)
 *
 * Only what relying parties fetch is there: CRLs and certificates of CAs. EJBCA gives certificates and statuses of end entities as well
 * (`lastcert`, `listcerts`, `revoked`, ...); those are refused.
 */
import type { Certificate } from '@sealwright/pki';
import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import type { PublishedBy, PublishedCertificate, X509Authority } from '../../modules/ca/index.ts';
import { SchemaViolationError } from '../errors/index.ts';
import type { EdgeInstance } from '../interface/index.ts';
import {
  type CertificateForm,
  type DistributionDeps,
  FORMS,
  NothingPublishedError,
  requireCertified,
  sendCertificates,
  sendCrl,
  sendOctets,
  CERTIFICATE_MAX_AGE_SECONDS,
} from './published.ts';

export function ejbcaRoutes(app: EdgeInstance, deps: DistributionDeps): void {
  certdistRoute(app, deps);
  crlSearchRoute(app, deps);
  certificateSearchRoute(app, deps);
}

function certdistRoute(app: EdgeInstance, deps: DistributionDeps): void {
  app.get(
    '/ejbca/publicweb/webdist/certdist',
    { config: { operation: 'distribution.ejbca-certdist' }, schema: { querystring: CertdistQuery } },
    async (request, reply) => {
      const { query } = request;
      const command = query.cmd.toLowerCase();
      if (!COMMANDS.has(command)) throw new SchemaViolationError(`'cmd' has to be one of ${[...COMMANDS].join(', ')}.`);
      const authority = await authorityOf(query, deps);
      const exchange = { request, reply };
      const name = fileNameOf(authority);
      if (command === 'crl' || command === 'deltacrl') {
        const kind = command === 'crl' ? 'base' : 'delta';
        const pem = formatOf(query, ['DER', 'PEM']) === 'PEM';
        const fileName = `${kind === 'delta' ? 'delta_' : ''}${name}.crl`;
        return sendCrl(exchange, { caId: authority.id, kind, partition: query.partition ?? 0, pem, fileName }, deps);
      }
      if (command === 'cachain') {
        formatOf(query, ['PEM']);
        return sendCertificates(
          exchange,
          authority.chain,
          { form: FORMS.pem, fileName: `${name}-chain.pem` },
          deps.clock,
        );
      }
      return sendCertificates(exchange, ...caCertificate(command, authority, query.level), deps.clock);
    },
  );
}

/** Answers the commands for CA certificates. Without a level the whole chain is sent, as PKCS #7. */
function caCertificate(
  command: string,
  { chain, ...authority }: X509Authority,
  level: number | undefined,
): readonly [
  readonly Certificate[],
  { readonly form: CertificateForm; readonly mediaType?: string; readonly fileName: string },
] {
  const certificates = level === undefined ? chain : chain.slice(level, level + 1);
  const inPem = command === 'cacert';
  const form = level === undefined ? FORMS[inPem ? 'p7b' : 'p7c'] : FORMS[inPem ? 'pem' : 'der'];
  const ending = inPem ? 'pem' : level === undefined ? 'p7c' : 'crt';
  const fileName = `${fileNameOf(authority)}.${ending}`;
  return [
    certificates,
    command === 'nscacert' ? { form, fileName, mediaType: 'application/x-x509-ca-cert' } : { form, fileName },
  ];
}

/** Finds the CA by its number, or by its subject in any order and spelling. */
async function authorityOf(
  { issuer, caid }: Static<typeof CertdistQuery>,
  { ca: { authorities, publishedCertificates } }: DistributionDeps,
): Promise<X509Authority> {
  if (issuer === undefined && caid === undefined)
    throw new SchemaViolationError("'issuer' is missing: the subject DN of a CA, percent-encoded.");
  if (caid !== undefined) return requireCertified(await authorities.findByPublicId(caid));
  const found = await authorities.findBySubject(issuer!);
  if (found !== undefined) return requireCertified(found);
  const id = await publishedCertificates.findByAttributes(issuer!);
  return requireCertified(id === undefined ? undefined : await authorities.findById(id));
}

function formatOf<F extends string>({ format }: Static<typeof CertdistQuery>, formats: readonly F[]): F {
  if (format === undefined) return formats[0]!;
  const found = formats.find((one) => one === format.toUpperCase());
  if (found === undefined) throw new SchemaViolationError(`'format' has to be ${formats.join(' or ')}.`);
  return found;
}

function crlSearchRoute(app: EdgeInstance, deps: DistributionDeps): void {
  app.get(
    '/ejbca/publicweb/crls/search.cgi',
    { config: { operation: 'distribution.ejbca-crl-search' }, schema: { querystring: CrlSearchQuery } },
    async (request, reply) => {
      const { query } = request;
      // A CRL of its issuer is one of another CA.
      const { iHash: sHash, sKIDHash } = query;
      const [first] = await foundBy({ sHash, sKIDHash }, deps, "'iHash' or 'sKIDHash'");
      if (first === undefined) throw new NothingPublishedError();
      const { caId } = first;
      const kind = query.delta === undefined ? 'base' : 'delta';
      const wanted = { caId, kind, partition: query.partition ?? 0, number: query.crlnumber } as const;
      return sendCrl({ request, reply }, wanted, deps);
    },
  );
}

function certificateSearchRoute(app: EdgeInstance, deps: DistributionDeps): void {
  app.get(
    '/ejbca/publicweb/certificates/search.cgi',
    { config: { operation: 'distribution.ejbca-certificate-search' }, schema: { querystring: CertificateSearchQuery } },
    async (request, reply) => {
      const { query } = request;
      const { certHash, iHash, sHash, sKIDHash } = query;
      const found = await foundBy({ certHash, iHash, sHash, sKIDHash }, deps, "'iHash', 'sHash' or 'sKIDHash'");
      const exchange = { request, reply };
      if (iHash === undefined)
        return sendCertificates(
          exchange,
          found.slice(0, 1).map(({ certificate }) => certificate),
          { form: FORMS.der },
          deps.clock,
        );
      // Certificates that a CA has issued to others; a root is found by its own name.
      const issued = found.filter(({ certificate, present }) => present && !certificate.isSelfIssued);
      if (issued.length === 0) throw new NothingPublishedError();
      return sendOctets(exchange, multipartOf(issued.map(({ certificate }) => certificate.der)), deps.clock);
    },
  );
}

/** Finds certificates by the one hash in the query. */
async function foundBy(
  hashes: Partial<Record<PublishedBy, string | undefined>>,
  { ca: { publishedCertificates } }: DistributionDeps,
  names: string,
): Promise<readonly PublishedCertificate[]> {
  const given = Object.entries(hashes).filter(([, hash]) => hash !== undefined) as [PublishedBy, string][];
  const [first] = given;
  if (first === undefined || given.length > 1) throw new SchemaViolationError(`One of ${names} has to be given.`);
  const hash = octetsOf(first[1]);
  return hash === undefined ? [] : publishedCertificates.find(first[0], hash.toHex());
}

/**
 * Reads a hash in base64 or base64url, whose padding may be missing (RFC 4387 §2.1), and whose plus signs may not have been percent-encoded. Returns
 * undefined for what is not one.
 */
function octetsOf(text: string): Uint8Array | undefined {
  const digits = text.replaceAll(/[ -]/g, '+').replaceAll('_', '/').replace(/=+$/, '');
  return HASH.test(digits) && digits.length % 4 !== 1
    ? Uint8Array.fromBase64(digits.padEnd(Math.ceil(digits.length / 4) * 4, '='))
    : undefined;
}

/** Puts certificates into parts of one body (RFC 4387 §2.2). */
function multipartOf(certificates: readonly Uint8Array[]) {
  const digest = createHash('sha256');
  for (const der of certificates) digest.update(der);
  const boundary = digest.digest('hex').slice(0, 32);
  const parts = certificates.flatMap((der) => [
    Buffer.from(`--${boundary}\r\nContent-Type: application/pkix-cert\r\n\r\n`),
    der,
    Buffer.from('\r\n'),
  ]);
  return {
    bytes: Buffer.concat([...parts, Buffer.from(`--${boundary}--\r\n`)]),
    mediaType: `multipart/mixed; boundary=${boundary}`,
    maxAgeSeconds: CERTIFICATE_MAX_AGE_SECONDS,
  };
}

/** Returns the CA's name without the characters that file names may not have. */
function fileNameOf({ name }: Pick<X509Authority, 'name'>): string {
  return name.replaceAll(/[^A-Za-z0-9._-]/g, '_').slice(0, 100);
}

const COMMANDS: ReadonlySet<string> = new Set(['crl', 'deltacrl', 'cacert', 'nscacert', 'iecacert', 'cachain']);
/** SHA-1, or a key identifier of whatever length. */
const HASH = /^[A-Za-z0-9+/]{2,128}$/;

const Partition = Type.Optional(Type.Integer({ minimum: 0, maximum: 999_999_999 }));
const Hash = Type.Optional(Type.String({ maxLength: 512 }));
const CertdistQuery = Type.Object({
  cmd: Type.String({ maxLength: 32 }),
  issuer: Type.Optional(Type.String({ maxLength: 4096 })),
  caid: Type.Optional(Type.Integer({ minimum: -(2 ** 31), maximum: 2 ** 31 - 1 })),
  level: Type.Optional(Type.Integer({ minimum: 0, maximum: 100 })),
  partition: Partition,
  format: Type.Optional(Type.String({ maxLength: 16 })),
});
const CrlSearchQuery = Type.Object({
  iHash: Hash,
  sKIDHash: Hash,
  delta: Type.Optional(Type.String({ maxLength: 16 })),
  partition: Partition,
  crlnumber: Type.Optional(Type.Integer({ minimum: 0 })),
});
const CertificateSearchQuery = Type.Object({ certHash: Hash, iHash: Hash, sHash: Hash, sKIDHash: Hash });
