/**
 * Downloads for relying parties over plain HTTP (RFC 5280 §4.2.1.13, §4.2.2.1):
 *
 * - `/crls/{ca}.crl`, `/crls/{ca}/delta.crl`, `/crls/{ca}/partition-{n}.crl`, `/crls/{ca}/partition-{n}-delta.crl`
 * - `/certificates/{ca}.crt` (`.cer`), and its chain as `/certificates/{ca}.pem`, `.p7c` and `.p7b`
 * - `/certificates/{ca}/certificate.pem`, and with its former certificates `/certificates/{ca}/all.pem`, `all.p7c` and `all.p7b`
 * - `/certificates/{ca}/key-{identifier}.crt`, the newest certificate of a key
 * - `/ssh/{ca}.pub` and `/ssh/{ca}.krl`, key and key revocation list of an SSH CA
 * - `/` and `/certificates/{ca}`, pages for people
 * - the addresses of EJBCA: `ejbca-routes.ts`
 *
 * `{ca}` is the CA's name, or its number. Each variant is a path of its own, because caches of the field forget query strings.
 */
import { Type } from 'typebox';
import { KRL_MAX_AGE_SECONDS, type SshAuthority } from '../../modules/ca/index.ts';
import { renderPlainError } from '../errors/index.ts';
import type { EdgeInstance, HttpInterface } from '../interface/index.ts';
import { ejbcaRoutes } from './ejbca-routes.ts';
import { pageRoutes, sendCaPage } from './page-routes.ts';
import {
  CERTIFICATE_MAX_AGE_SECONDS,
  type CertificateForm,
  type DistributionDeps,
  findAuthority,
  FORMS,
  NothingPublishedError,
  requireCertified,
  sendCertificates,
  sendCrl,
  sendOctets,
} from './published.ts';

/** Makes the interface; it is mounted at the root. */
export function distributionInterface(deps: DistributionDeps): HttpInterface {
  return {
    prefix: '',
    renderError: renderPlainError,
    register(app) {
      crlRoutes(app, deps);
      certificateRoutes(app, deps);
      certificateVariantRoutes(app, deps);
      sshRoutes(app, deps);
      pageRoutes(app, deps);
      ejbcaRoutes(app, deps);
    },
  };
}

function crlRoutes(app: EdgeInstance, deps: DistributionDeps): void {
  app.get('/crls/:file', { config: { operation: 'distribution.crl' }, schema: FileSchema }, async (request, reply) => {
    const { id: caId } = await findAuthority(deps.ca, withoutSuffix(request.params.file, '.crl'));
    return sendCrl({ request, reply }, { caId, kind: 'base', partition: 0 }, deps);
  });
  app.get(
    '/crls/:ca/:file',
    { config: { operation: 'distribution.crl' }, schema: CaFileSchema },
    async (request, reply) => {
      const match = CRL_FILE.exec(request.params.file);
      if (match === null) throw new NothingPublishedError();
      const { partition, deltaOfPartition, delta } = match.groups!;
      const kind = deltaOfPartition === undefined && delta === undefined ? 'base' : 'delta';
      const { id: caId } = await findAuthority(deps.ca, request.params.ca);
      return sendCrl({ request, reply }, { caId, kind, partition: Number(partition ?? 0) }, deps);
    },
  );
}

function certificateRoutes(app: EdgeInstance, deps: DistributionDeps): void {
  const { ca, clock } = deps;
  app.get(
    '/certificates/:file',
    { config: { operation: 'distribution.certificate' }, schema: FileSchema },
    async (request, reply) => {
      const { file } = request.params;
      const suffix = file.slice(file.lastIndexOf('.'));
      const form = CHAIN_FORMS.get(suffix);
      if (form === undefined) return sendCaPage({ request, reply }, await findAuthority(ca, file), deps);
      const { chain } = requireCertified(await findAuthority(ca, withoutSuffix(file, suffix)));
      return sendCertificates({ request, reply }, form === FORMS.der ? chain.slice(0, 1) : chain, { form }, clock);
    },
  );
}

/** The certificate of a CA: alone, with its former ones, or selected by key. */
function certificateVariantRoutes(app: EdgeInstance, { ca, clock }: DistributionDeps): void {
  app.get(
    '/certificates/:ca/:file',
    { config: { operation: 'distribution.certificate' }, schema: CaFileSchema },
    async (request, reply) => {
      const { file } = request.params;
      const { chain, id } = requireCertified(await findAuthority(ca, request.params.ca));
      const exchange = { request, reply };
      if (file === 'certificate.pem') return sendCertificates(exchange, chain.slice(0, 1), { form: FORMS.pem }, clock);
      const all = ALL_FORMS.get(file);
      if (all !== undefined) {
        const certificates = (await ca.publishedCertificates.ofCa(id)).map(({ certificate }) => certificate);
        return sendCertificates(exchange, certificates, { form: all }, clock);
      }
      const [, identifier] = KEY_FILE.exec(file) ?? [];
      if (identifier === undefined) throw new NothingPublishedError();
      const ofKey = await ca.publishedCertificates.find('sKIDHash', identifier.toLowerCase());
      const certificates = ofKey.filter(({ caId }) => caId === id).map(({ certificate }) => certificate);
      return sendCertificates(exchange, certificates.slice(0, 1), { form: FORMS.der }, clock);
    },
  );
}

function sshRoutes(app: EdgeInstance, { ca, clock }: DistributionDeps): void {
  app.get('/ssh/:file', { config: { operation: 'distribution.ssh' }, schema: FileSchema }, async (request, reply) => {
    const { file } = request.params;
    const suffix = file.endsWith('.krl') ? '.krl' : '.pub';
    const authority = await findAuthority(ca, withoutSuffix(file, suffix));
    if (authority.kind !== 'SSH') throw new NothingPublishedError();
    const octets = suffix === '.krl' ? await krlOf(authority, ca) : sshKeyOf(authority);
    return sendOctets({ request, reply }, octets, clock);
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

function withoutSuffix(file: string, suffix: string): string {
  if (!file.endsWith(suffix) || file.length === suffix.length) throw new NothingPublishedError();
  return file.slice(0, -suffix.length);
}

const CHAIN_FORMS: ReadonlyMap<string, CertificateForm> = new Map<string, CertificateForm>([
  ['.crt', FORMS.der],
  ['.cer', FORMS.der],
  ['.pem', FORMS.pem],
  ['.p7c', FORMS.p7c],
  ['.p7b', FORMS.p7b],
]);
const ALL_FORMS: ReadonlyMap<string, CertificateForm> = new Map<string, CertificateForm>([
  ['all.pem', FORMS.pem],
  ['all.p7c', FORMS.p7c],
  ['all.p7b', FORMS.p7b],
]);
const KEY_FILE = /^key-([0-9a-fA-F]{2,128})\.crt$/;

const FileSchema = { params: Type.Object({ file: Type.String() }) };
const CaFileSchema = { params: Type.Object({ ca: Type.String(), file: Type.String() }) };
/** File names of CRLs. A distribution point with `*` for the partition number leaves the number empty for the main CRL. */
const CRL_FILE = /^(?:partition-(?<partition>[1-9]\d{0,8})?(?<deltaOfPartition>-delta)?|(?<delta>delta))\.crl$/;
