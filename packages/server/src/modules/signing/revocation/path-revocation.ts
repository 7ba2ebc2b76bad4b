import {
  type Certificate,
  type Crl,
  CrlRevocation,
  issuerOf,
  type RevocationStatus,
  statusByOcsp,
  type ValidPath,
} from '@sealwright/pki';
import { WithDeps } from '../../../kernel/with-deps.ts';
import { crlUrlsOf, type ForeignCrls } from './foreign-crls.ts';
import { type OcspResponders, ocspUrlsOf } from './ocsp-responders.ts';
import type { OwnCertificates } from './own-certificates.ts';
import type { CrlIndexes } from './crl-indexes.ts';

/** Ways in which CAs elsewhere tell what they have revoked. */
export type RevocationMethod = 'ocsp' | 'crl';

export interface PathRevocationDeps {
  readonly ownCertificates: Pick<OwnCertificates, 'statusOf'>;
  readonly foreignCrls: ForeignCrls;
  readonly ocspResponders: OcspResponders;
  readonly crlIndexes: Pick<CrlIndexes, 'prepare'>;
}

/** The question for a path: material that is known already, and the ways to the rest. */
export interface RevocationQuestion {
  /** In the order in which they are asked, the next one where the one before does not know. */
  readonly methods: readonly RevocationMethod[];
  readonly crls: readonly Crl[];
  /** Further URLs of CRLs. */
  readonly crlUrls?: readonly string[];
  /** Responders that may answer over OCSP whatever a CA says. */
  readonly trustedResponders?: readonly Certificate[];
  /** Among which the issuers of CRLs are looked for. */
  readonly certificates: readonly Certificate[];
  /** Seconds since 1970-01-01T00:00:00Z. */
  readonly now: number;
}

/** The revocation of the certificates of a path: by the records of CAs here, else by what their CAs elsewhere say, over OCSP or in CRLs. */
export class PathRevocation extends WithDeps<PathRevocationDeps> {
  /**
   * Returns the status of each certificate of the path, in its order; `unknown` where nobody says.
   *
   * @throws {PkiError} for extensions of certificates that cannot be read, and more CRLs than are looked at
   */
  async statusesOf(path: ValidPath, question: RevocationQuestion): Promise<readonly RevocationStatus[]> {
    const statuses: RevocationStatus[] = [];
    for (const at of path.certificates.keys()) statuses.push(await this.#statusOf(path, at, question));
    return statuses;
  }

  async #statusOf(path: ValidPath, at: number, question: RevocationQuestion): Promise<RevocationStatus> {
    const certificate = path.certificates[at]!;
    // A trusted certificate is not asked whether it has revoked itself.
    if (certificate.sha256Fingerprint === path.anchor.certificate.sha256Fingerprint) return { status: 'good' };
    const own = await this.deps.ownCertificates.statusOf(certificate, issuerOf(path, at).certificate);
    if (own !== undefined) return own;
    for (const method of question.methods) {
      const found = await (method === 'ocsp' ? this.#byOcsp(path, at, question) : this.#byCrls(path, at, question));
      if (found.status !== 'unknown') return found;
    }
    return UNKNOWN;
  }

  async #byOcsp(path: ValidPath, at: number, question: RevocationQuestion): Promise<RevocationStatus> {
    const certificate = path.certificates[at]!;
    const { now, trustedResponders } = question;
    const urls = ocspUrlsOf(certificate);
    const answer = await this.deps.ocspResponders.ask(urls, { path, at, now, trustedResponders });
    if (answer === undefined) return UNKNOWN;
    const { responder, response } = answer;
    if (responder.kind === 'delegated' && !responder.noCheck) {
      // Not over OCSP: it would be the one to answer.
      const own = await this.#statusOf(responder.path, at, { ...question, methods: ['crl'] });
      if (own.status !== 'good') return UNKNOWN;
    }
    return statusByOcsp(response, certificate, now);
  }

  /**
   * The lists that were given and those at their places together: a given one may be current and not the newest, or have a delta at such a
   * place. Only what is revoked for good needs no other.
   */
  async #byCrls(path: ValidPath, at: number, question: RevocationQuestion): Promise<RevocationStatus> {
    const { crls, crlUrls = [] } = question;
    const given = await this.#byLists(path, at, question, crls);
    if (given.status === 'revoked' && given.reason !== 'CERTIFICATE_HOLD') return given;
    const fetched = await this.deps.foreignCrls.fetch([...crlUrlsOf(path.certificates[at]!), ...crlUrls]);
    return fetched.length === 0 ? given : this.#byLists(path, at, question, [...crls, ...fetched]);
  }

  /** Lists may drop what has expired (RFC 5280 §3.3), so that nothing is said of it by its absence. */
  async #byLists(
    path: ValidPath,
    at: number,
    { certificates, now }: RevocationQuestion,
    crls: readonly Crl[],
  ): Promise<RevocationStatus> {
    const lists = await this.deps.crlIndexes.prepare(crls, { path, certificates });
    const found = new CrlRevocation({ crls: lists, certificates, rules: { now } }).statusOf(path, at);
    return found.status === 'good' && path.certificates[at]!.notAfter < now ? UNKNOWN : found;
  }
}

const UNKNOWN: RevocationStatus = { status: 'unknown' };
