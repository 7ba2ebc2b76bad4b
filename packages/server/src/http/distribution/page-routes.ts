/** Pages for people who open a distribution address in a browser: no scripts, forms or pictures. */
import type { Certificate } from '@sealwright/pki';
import type { FastifyReply } from 'fastify';
import { minuteText } from '../../kernel/text/moments.ts';
import { WithDeps } from '../../kernel/with-deps.ts';
import type { CertificateAuthority, CrlHead, CrlKind, X509Authority } from '../../modules/ca/index.ts';
import type { EdgeInstance } from '../interface/index.ts';
import { type Html, html } from './html.ts';
import { type DistributionDeps, type Exchange, requireCertified, sendOctets } from './published.ts';

export function pageRoutes(app: EdgeInstance, deps: DistributionDeps): void {
  const firstPage = new FirstPage(deps);
  app.get('/', { config: { operation: 'distribution.page' } }, async (request, reply) =>
    sendPage({ request, reply }, await firstPage.get(), deps),
  );
}

/** The page that lists CAs. It reads all of them, so it is made at most once a minute, however many people ask. */
class FirstPage extends WithDeps<DistributionDeps> {
  #made: Promise<Html> | undefined;
  #madeMs = 0;

  get(): Promise<Html> {
    const now = this.deps.clock.nowMs();
    if (this.#made !== undefined && Math.abs(now - this.#madeMs) < PAGE_MAX_AGE_SECONDS * 1000) return this.#made;
    const made = this.#make();
    this.#made = made;
    this.#madeMs = now;
    made.catch(() => {
      if (this.#made === made) this.#made = undefined;
    });
    return made;
  }

  async #make(): Promise<Html> {
    const listed = (await this.deps.ca.authorities.list()).filter(isListed);
    const names = listed.map(({ name }) => name).toSorted();
    const shown = names
      .slice(0, MOST_CAS)
      .map((name) => html`<li><a href="/certificates/${encodeURIComponent(name)}">${name}</a></li>`);
    const more = names.length > MOST_CAS ? html`<p>And ${names.length - MOST_CAS} more.</p>` : html``;
    const list =
      shown.length === 0
        ? html``
        : html`<ul>
              ${shown}
            </ul>
            ${more}`;
    return page(
      'Certificate authorities',
      html`<p>${WHAT_FOR}</p>
        ${list}`,
    );
  }
}

/**
 * Tells whether the first page names the CA: one that says in its certificates that it is to be found here, or elsewhere. The others have pages that
 * only those find who know their names.
 */
function isListed(authority: CertificateAuthority): authority is X509Authority {
  if (authority.kind !== 'X509' || authority.chain.length === 0 || authority.status === 'EXTERNAL') return false;
  const { caIssuerUris, crl } = authority.settings;
  return caIssuerUris.length > 0 || crl.distributionPoints.length > 0;
}

/** Sends the page of a CA: its certificates and CRLs with their identifiers. */
export async function sendCaPage(
  exchange: Exchange,
  found: CertificateAuthority,
  deps: DistributionDeps,
): Promise<FastifyReply> {
  const authority = requireCertified(found);
  const { chain, id, name } = authority;
  const former = (await deps.ca.publishedCertificates.ofCa(id)).filter(({ present }) => !present);
  const path = `/certificates/${encodeURIComponent(name)}`;
  const body = html`<h2>Certificate</h2>
    ${factsOf(chain[0]!)}
    <ul>
      <li><a href="${path}.crt">Certificate</a> (DER), <a href="${path}/certificate.pem">PEM</a></li>
      <li>
        <a href="${path}.pem">Certificate and those above it</a> (PEM), <a href="${path}.p7c">PKCS #7</a>,
        <a href="${path}.p7b">PKCS #7 in PEM</a>
      </li>
      ${former.length === 0 ? html`` : html`<li><a href="${path}/all.pem">With ${former.length} of earlier times and keys</a> (PEM), <a href="${path}/all.p7c">PKCS #7</a></li>`}
    </ul>
    <h2>Certificate revocation lists</h2>
    ${await crlsOf(authority, deps)}`;
  return sendPage(exchange, page(name, body), deps);
}

function factsOf({ subject, issuer, serialNumberText, notBefore, notAfter, sha256Fingerprint }: Certificate): Html {
  const facts: readonly (readonly [string, string])[] = [
    ['Subject', subject.toString()],
    ['Issuer', issuer.toString()],
    ['Serial number', serialNumberText],
    ['Valid', `${minuteText(notBefore)} to ${minuteText(notAfter)}`],
    ['SHA-256', sha256Fingerprint.toUpperCase().replaceAll(/..(?=.)/g, '$&:')],
  ];
  return html`<dl>
    ${facts.map(
      ([term, value]) =>
        html`<dt>${term}</dt>
          <dd><bdi>${value}</bdi></dd> `,
    )}
  </dl>`;
}

async function crlsOf({ id, name, settings }: X509Authority, { ca: { crls } }: DistributionDeps): Promise<Html> {
  const items: Html[] = [];
  const path = `/crls/${encodeURIComponent(name)}`;
  const count = settings.crl.partitions?.count ?? 0;
  for (let partition = 0; partition <= Math.min(count, MOST_PARTITIONS); partition++) {
    for (const kind of ['base', 'delta'] as const) {
      const head = await crls.findLatestHead({ caId: id, partition }, kind);
      if (head !== undefined) items.push(crlItem(path, { head, kind, partition }));
    }
  }
  const more = count > MOST_PARTITIONS ? html`<p>And those of ${count - MOST_PARTITIONS} more partitions.</p>` : html``;
  return items.length === 0
    ? html`<p>None.</p>`
    : html`<ul>
          ${items}
        </ul>
        ${more}`;
}

function crlItem(
  path: string,
  { head, kind, partition }: { readonly head: CrlHead; readonly kind: CrlKind; readonly partition: number },
): Html {
  const part = partition === 0 ? '' : `partition-${partition}`;
  const file = kind === 'base' ? `${part}.crl` : `${part === '' ? '' : `${part}-`}delta.crl`;
  const address = file === '.crl' ? `${path}.crl` : `${path}/${file}`;
  const title = `${kind === 'base' ? 'CRL' : 'Delta CRL'} ${head.number}${partition === 0 ? '' : ` of partition ${partition}`}`;
  return html`<li>
    <a href="${address}">${title}</a>, ${minuteText(head.thisUpdate)} to ${minuteText(head.nextUpdate)}
  </li> `;
}

function page(title: string, body: Html): Html {
  return html`<!DOCTYPE html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
      </head>
      <body>
        <h1><bdi>${title}</bdi></h1>
        ${body}
      </body>
    </html> `;
}

function sendPage({ request, reply }: Exchange, { text }: Html, { clock }: DistributionDeps): FastifyReply {
  void reply.header(
    'content-security-policy',
    "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  );
  void reply.header('referrer-policy', 'no-referrer');
  const bytes = new TextEncoder().encode(text);
  return sendOctets(
    { request, reply },
    { bytes, mediaType: 'text/html; charset=utf-8', maxAgeSeconds: PAGE_MAX_AGE_SECONDS },
    clock,
  );
}

const WHAT_FOR = 'Certificates and certificate revocation lists, for programs that check certificates.';
const MOST_CAS = 500;
const MOST_PARTITIONS = 50;
const PAGE_MAX_AGE_SECONDS = 60;
