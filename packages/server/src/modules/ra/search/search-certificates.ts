/** Use case that searches for certificates. */
import { type SerialNumber, serialNumberFromBytes } from '@sealwright/pki';
import { type Clock, nowSeconds, type SteadyClock } from '../../../kernel/clock.ts';
import type { SearchLimits } from '../../../kernel/work-limits.ts';
import { type Administrator, Resource, type UseCaseDeps } from '../../access/index.ts';
import { type Authorities, CERTIFICATE_STATUS, REVOCATION_REASONS, type RevocationReason } from '../../ca/index.ts';
import type { Sealer } from '../../configuration/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import { SearchTooDeepError } from '../errors/index.ts';
import type {
  CertificateOrder,
  CertificateOrderMember,
  CertificatePage,
  CertificateQuery,
  CertificateScope,
  CertificateSearch,
  CertificatePosition,
  FoundCertificate,
  FoundCertificates,
} from './certificate-query.ts';
import { idsByName } from './ids-by-name.ts';
import { type CallersSearch, PageCursors, searchKey } from './page-cursors.ts';
import { requirePageSize } from './page-size.ts';
import { SealedPositions } from './sealed-positions.ts';
import { type SearchedText, textCriterion } from './text-criterion.ts';
import { VisibleDocuments } from './visible-documents.ts';

/** Criteria of a search. Criteria of one kind are alternatives, and all given kinds have to match. */
export interface CertificateCriteria {
  readonly text: SearchedText | undefined;
  readonly certificateAuthorityNames: readonly string[];
  readonly endEntityProfileNames: readonly string[];
  readonly certificateProfileNames: readonly string[];
  readonly statuses: readonly SearchedCertificateStatus[];
  /** Restrict `REVOKED`, and have no effect without it. */
  readonly revocationReasons: readonly RevocationReason[];
  readonly times: CertificateQuery['times'];
}

/** A status to search for. Certificates whose expiry was notified are also active. */
export type SearchedCertificateStatus = 'ACTIVE' | 'NOTIFIED' | 'REVOKED';

/** An order of results; by default the order of creation. */
export interface CertificateSearchOrder {
  readonly by: Exclude<CertificateOrderMember, 'id'> | 'tag';
  readonly descending: boolean;
}

/** A certificate that was found, with the names of its documents. */
export interface SearchedCertificate extends FoundCertificate {
  readonly serialNumber: SerialNumber;
  /** Undefined if the CA was removed. */
  readonly issuerDn: string | undefined;
  /** Undefined if the certificate has none, or it was removed. */
  readonly certificateProfile: NamedProfile | undefined;
  readonly endEntityProfile: NamedProfile | undefined;
}

/** A page of a search. */
export interface CertificatesOfPage {
  readonly certificates: readonly SearchedCertificate[];
  /** True if the page has as many results as possible, so that there may be more. */
  readonly isFull: boolean;
  /** End of the page, valid for this caller and this search: to be given as `after` of the next page at any time. Undefined if the page is not full. */
  readonly end: string | undefined;
}

interface AskedPage {
  readonly page: number;
  readonly pageSize: number;
  /** The `end` of the previous page, which takes precedence over the number; see {@link CertificatesOfPage}. */
  readonly after?: string | undefined;
  readonly signal?: AbortSignal;
}

/** End of a piece in the list of expiring certificates, and the list that it belongs to. */
interface ExpiringEnd {
  readonly now: number;
  readonly total: number;
  readonly end: CertificatePosition;
}

interface NamedProfile {
  /** The public id. */
  readonly publicId: number;
  readonly name: string;
}

/** A piece of the list of expiring certificates, and the length of the whole list. */
export interface ExpiringCertificates {
  readonly certificates: readonly SearchedCertificate[];
  readonly total: number;
}

export interface SearchCertificatesDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly sealer: Sealer;
  readonly authorities: Authorities;
  readonly certificateSearch: CertificateSearch;
  readonly clock: Clock & SteadyClock;
  readonly limits: Pick<SearchLimits, 'pageResults' | 'sortedResults'>;
}

/**
 * Searches for certificates of CAs that the administrator has access to, under end entity profiles whose end entities they may view. Administrators
 * who may view none find none.
 */
export class SearchCertificates {
  readonly #deps: SearchCertificatesDeps;
  readonly #cursors: PageCursors<CertificatePosition>;
  /** Ends by the offset of the next piece. */
  readonly #expiring: PageCursors<ExpiringEnd>;
  readonly #positions: SealedPositions;

  constructor(deps: SearchCertificatesDeps) {
    this.#deps = deps;
    this.#cursors = new PageCursors(deps.clock);
    this.#expiring = new PageCursors(deps.clock);
    this.#positions = new SealedPositions(deps.sealer);
  }

  /**
   * Finds a page. Pages requested one after the other contain no certificate twice, whatever is issued meanwhile.
   *
   * @param page - counted from 0
   * @throws `ra.unknown_criterion` for a name that does not exist or is not visible
   * @throws {@link PageTooLargeError}, {@link SearchTooDeepError}, `ra.page_end`
   * @throws `ra.search_timeout`
   */
  async search(
    administrator: Administrator,
    criteria: CertificateCriteria,
    page: AskedPage & { readonly order: CertificateSearchOrder | undefined },
  ): Promise<CertificatesOfPage> {
    await this.#deps.access.requireGoodCredential(administrator);
    requirePageSize(page.pageSize, this.#deps.limits);
    const query = await this.#queryOf(administrator, criteria);
    const order = await this.#orderOf(page.order);
    // By the requested criteria, since the documents visible to the caller can change between pages.
    const asked = { caller: callerOf(administrator), key: searchKey(criteria, page.order) };
    const after = page.after === undefined ? undefined : this.#positions.open(asked, page.after);
    if (isEmpty(query)) return NO_PAGE;
    const { certificates, end } = await this.#searchPage(administrator, query, order, { ...page, after });
    return {
      certificates: await this.#named(certificates),
      isFull: end !== undefined,
      end: end && this.#positions.seal(asked, end),
    };
  }

  /** Counts all results of a search. Throws the errors of {@link search}. */
  async count(administrator: Administrator, criteria: CertificateCriteria, signal?: AbortSignal): Promise<number> {
    await this.#deps.access.requireGoodCredential(administrator);
    const query = await this.#queryOf(administrator, criteria);
    return isEmpty(query) ? 0 : this.#deps.certificateSearch.count(query, signal);
  }

  /** Counts all certificates that the administrator may view, or only active ones. */
  async countIssued(
    administrator: Administrator,
    { active: onlyActive, signal }: { readonly active: boolean; readonly signal?: AbortSignal },
  ): Promise<number> {
    return this.count(administrator, { ...EVERYTHING, statuses: onlyActive ? ['ACTIVE'] : [] }, signal);
  }

  /**
   * Lists active certificates that expire within the given number of days from now, in order of expiry. A piece that starts where another one ended
   * within the last five minutes belongs to the same list: nothing appears twice, and the total is that of the first piece.
   *
   * @throws `access.denied` without the right to view certificates
   */
  async expiring(
    administrator: Administrator,
    {
      days,
      offset,
      limit,
      signal,
    }: { readonly days: number; readonly offset: number; readonly limit: number; readonly signal?: AbortSignal },
  ): Promise<ExpiringCertificates> {
    const { access, certificateSearch, clock } = this.#deps;
    await access.authorize(administrator, Resource.caFunctionality.viewCertificate);
    const visible = await this.#queryOf(administrator, { ...EVERYTHING, statuses: ['ACTIVE'] });
    const search = { caller: callerOf(administrator), key: searchKey(visible, days) };
    const known = this.#expiring.at(search, offset);
    const now = known?.now ?? nowSeconds(clock);
    const before = Math.min(now + days * SECONDS_OF_DAY, LAST_GENERALIZED_TIME) + 1;
    const query = { ...visible, times: { expires: { after: now - 1, before } } };
    if (isEmpty(query)) return { certificates: [], total: 0 };
    const total = known?.total ?? (await certificateSearch.count(query, signal));
    if (offset >= total || limit === 0) return { certificates: [], total };
    const order = { by: 'expires', descending: false, ids: undefined } as const;
    const page = { order, after: known?.end, offset: known === undefined ? offset : 0, limit };
    const { certificates, end } = await certificateSearch.search(query, page, signal);
    if (end !== undefined) this.#expiring.remember(search, offset + certificates.length, { now, total, end });
    return { certificates: await this.#named(certificates), total };
  }

  async #searchPage(
    administrator: Administrator,
    query: CertificateQuery,
    order: CertificateOrder,
    { page, pageSize, signal, after }: Omit<AskedPage, 'after'> & { readonly after: CertificatePosition | undefined },
  ): Promise<FoundCertificates> {
    const search: CallersSearch = { caller: callerOf(administrator), key: searchKey(query, order, pageSize) };
    // A place that the caller names belongs to no number, so that pages by numbers go on as if it had not been asked for.
    const known = after === undefined ? this.#cursors.before(search, page) : undefined;
    const asked: CertificatePage = {
      order,
      after: after ?? known?.end,
      offset: after === undefined ? (page - (known === undefined ? 0 : known.page + 1)) * pageSize : 0,
      limit: pageSize,
    };
    const { sortedResults } = this.#deps.limits;
    if (!HAS_INDEX.has(order.by) && asked.offset + pageSize > sortedResults)
      throw new SearchTooDeepError(sortedResults);
    // The databases accept no larger numbers.
    if (!Number.isSafeInteger(asked.offset + pageSize)) return { certificates: [], end: undefined };
    const found = await this.#deps.certificateSearch.search(query, asked, signal);
    if (after !== undefined) return found;
    // Further results may appear on a page that is not full.
    if (found.end === undefined) this.#cursors.forget(search, page);
    else this.#cursors.remember(search, page, found.end);
    return found;
  }

  /** Builds the query. Names are resolved in the order of the error messages that EJBCA's clients know. */
  async #queryOf(administrator: Administrator, criteria: CertificateCriteria): Promise<CertificateQuery> {
    const visible = new VisibleDocuments(this.#deps, administrator);
    const { text, statuses, revocationReasons, times } = criteria;
    const scope: CertificateScope = {
      endEntityProfileIds: await visible.endEntityProfileIds(criteria.endEntityProfileNames),
      certificateProfileIds: await visible.certificateProfileIds(criteria.certificateProfileNames),
      caIds: await visible.caIds(criteria.certificateAuthorityNames),
      statuses: statuses.length === 0 ? undefined : [...new Set(statuses.flatMap((one) => STATUSES[one]))],
    };
    const narrows = revocationReasons.length > 0 && statuses.includes('REVOKED');
    return {
      scope,
      revocationReasons: narrows ? revocationReasons.map((reason) => REVOCATION_REASONS[reason]) : undefined,
      text: text && textCriterion(text),
      times,
    };
  }

  async #orderOf(order: CertificateSearchOrder | undefined): Promise<CertificateOrder> {
    const { authorities, configuration } = this.#deps;
    // There are no tags, so all certificates are equal in this order.
    if (order === undefined || order.by === 'tag') return { by: 'id', descending: false, ids: undefined };
    const { by, descending } = order;
    if (by === 'caId') {
      const cas = (await authorities.list()).map(({ id, settings }) => ({ id, name: settings.subject.toString() }));
      return { by, descending, ids: idsByName(cas) };
    }
    if (by === 'certificateProfileId')
      return { by, descending, ids: idsByName(await configuration.list(certificateProfileType)) };
    if (by === 'endEntityProfileId')
      return { by, descending, ids: idsByName(await configuration.list(endEntityProfileType)) };
    return { by, descending, ids: undefined };
  }

  async #named(found: readonly FoundCertificate[]): Promise<readonly SearchedCertificate[]> {
    const { authorities, configuration } = this.#deps;
    return Promise.all(
      found.map(async (certificate) => {
        const { caId, certificateProfileId, endEntityProfileId, serial } = certificate;
        return {
          ...certificate,
          serialNumber: serialNumberFromBytes(serial),
          issuerDn: (await authorities.findById(caId))?.settings.subject.toString(),
          certificateProfile: await configuration.findById(certificateProfileType, certificateProfileId),
          endEntityProfile: await configuration.findById(endEntityProfileType, endEntityProfileId),
        };
      }),
    );
  }
}

/** Tells whether nothing can match: the scope is empty, or no certificate can have the text. */
function isEmpty({ scope, text }: CertificateQuery): boolean {
  if (Object.values(scope).some((ids) => ids?.length === 0)) return true;
  return text !== undefined && text.members.length === 0 && text.serialNumbers.length === 0;
}

function callerOf(administrator: Administrator): string {
  return administrator.kind === 'certificate' ? administrator.certificate.sha256Fingerprint : administrator.kind;
}

const NO_PAGE: CertificatesOfPage = { certificates: [], isFull: false, end: undefined };
const EVERYTHING: CertificateCriteria = {
  text: undefined,
  certificateAuthorityNames: [],
  endEntityProfileNames: [],
  certificateProfileNames: [],
  statuses: [],
  revocationReasons: [],
  times: {},
};
const { active, notifiedAboutExpiration, revoked, archived } = CERTIFICATE_STATUS;
const STATUSES: Readonly<Record<SearchedCertificateStatus, readonly number[]>> = {
  ACTIVE: [active, notifiedAboutExpiration],
  NOTIFIED: [notifiedAboutExpiration],
  // Archived: a revoked certificate that has expired and is on no CRL any more.
  REVOKED: [revoked, archived],
};
/** Orders with an index, whose pages can be arbitrarily deep. */
const HAS_INDEX: ReadonlySet<CertificateOrderMember> = new Set(['id', 'issued', 'expires', 'updated']);
const SECONDS_OF_DAY = 86_400;
/** 9999-12-31T23:59:59Z. */
const LAST_GENERALIZED_TIME = 253_402_300_799;
