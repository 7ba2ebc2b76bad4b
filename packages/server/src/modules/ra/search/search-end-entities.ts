/** Use case that searches for end entities. */
import { WithDeps } from '../../../kernel/with-deps.ts';
import type { SearchLimits } from '../../../kernel/work-limits.ts';
import type { Administrator, UseCaseDeps } from '../../access/index.ts';
import type { Authorities } from '../../ca/index.ts';
import { certificateProfileType, endEntityProfileType } from '../../profiles/index.ts';
import { END_ENTITY_STATUS, type EndEntityStatusName } from '../end-entities/index.ts';
import { SearchTooDeepError } from '../errors/index.ts';
import type {
  EndEntityOrder,
  EndEntityQuery,
  EndEntityScope,
  EndEntitySearch,
  FoundEndEntities,
  TextCriterion,
} from './end-entity-query.ts';
import { idsByName } from './ids-by-name.ts';
import { requirePageSize } from './page-size.ts';
import { subjectOf } from './text-criterion.ts';
import { VisibleDocuments } from './visible-documents.ts';

/** Criteria of a search. Criteria of one kind are alternatives, and all given kinds have to match. */
export interface EndEntityCriteria {
  /** A text that username, subject or alternative names equal or contain. */
  readonly text: { readonly operation: TextCriterion['operation']; readonly value: string } | undefined;
  readonly certificateAuthorityNames: readonly string[];
  readonly endEntityProfileNames: readonly string[];
  readonly certificateProfileNames: readonly string[];
  readonly statuses: readonly SearchedStatus[];
  /** Milliseconds since 1970, exclusive. */
  readonly modifiedAfterMs: number | undefined;
  readonly modifiedBeforeMs: number | undefined;
}

/** A status to search for. End entities are not stored before they are approved, so none waits for approval. */
export type SearchedStatus = EndEntityStatusName | 'WAITINGFORADDAPPROVAL';

/** A page of results in an order; by default the order of creation. */
export interface EndEntityPage {
  /** Counted from 0. */
  readonly page: number;
  readonly pageSize: number;
  readonly order: { readonly by: SearchOrder; readonly descending: boolean } | undefined;
}

/** Members by which results can be ordered; documents by name. */
export type SearchOrder =
  | 'username'
  | 'subjectDn'
  | 'subjectAltName'
  | 'status'
  | 'createdMs'
  | 'modifiedMs'
  | 'certificateAuthority'
  | 'certificateProfile'
  | 'endEntityProfile';

export interface SearchEndEntitiesDeps extends Pick<UseCaseDeps, 'access' | 'configuration'> {
  readonly authorities: Authorities;
  readonly endEntitySearch: EndEntitySearch;
  readonly limits: Pick<SearchLimits, 'pageResults' | 'sortedResults'>;
}

export class SearchEndEntities extends WithDeps<SearchEndEntitiesDeps> {
  /**
   * Finds the end entities visible to the administrator: of CAs that they have access to, and under end entity profiles whose end entities they may
   * view. Administrators who may view none find none.
   *
   * @throws `ra.unknown_criterion` for a name that does not exist or is not visible
   * @throws {@link PageTooLargeError}, {@link SearchTooDeepError}
   */
  async search(
    administrator: Administrator,
    criteria: EndEntityCriteria,
    { page, pageSize, order }: EndEntityPage,
  ): Promise<FoundEndEntities> {
    const { access, endEntitySearch, limits } = this.deps;
    await access.requireGoodCredential(administrator);
    requirePageSize(pageSize, limits);
    const query: EndEntityQuery = {
      scope: await this.#scopeOf(new VisibleDocuments(this.deps, administrator), criteria),
      text: criteria.text && textCriterion(criteria.text),
      modifiedAfterMs: criteria.modifiedAfterMs,
      modifiedBeforeMs: criteria.modifiedBeforeMs,
      order: order && (await this.#orderOf(order)),
      offset: page * pageSize,
      limit: pageSize,
    };
    const { sortedResults } = limits;
    if (order !== undefined && query.offset + pageSize > sortedResults) throw new SearchTooDeepError(sortedResults);
    // The databases accept no larger numbers, and nobody needs results that deep.
    if (!Number.isSafeInteger(query.offset + pageSize) || isEmpty(query.scope)) return { endEntities: [], more: false };
    return endEntitySearch.search(query);
  }

  /** Resolves the names in the order of the error messages that EJBCA's clients know. */
  async #scopeOf(visible: VisibleDocuments, criteria: EndEntityCriteria): Promise<EndEntityScope> {
    const { endEntityProfileNames, certificateProfileNames, certificateAuthorityNames, statuses } = criteria;
    return {
      endEntityProfileIds: await visible.endEntityProfileIds(endEntityProfileNames),
      certificateProfileIds: await visible.certificateProfileIds(certificateProfileNames),
      caIds: await visible.caIds(certificateAuthorityNames),
      statuses: statuses.length === 0 ? undefined : statuses.flatMap(numberOfStatus),
    };
  }

  async #orderOf({ by, descending }: NonNullable<EndEntityPage['order']>): Promise<EndEntityOrder> {
    const { authorities, configuration } = this.deps;
    if (by === 'certificateAuthority') return { by: 'caId', descending, ids: idsByName(await authorities.list()) };
    if (by === 'certificateProfile') {
      const ids = idsByName(await configuration.list(certificateProfileType));
      return { by: 'certificateProfileId', descending, ids };
    }
    if (by === 'endEntityProfile') {
      const ids = idsByName(await configuration.list(endEntityProfileType));
      return { by: 'endEntityProfileId', descending, ids };
    }
    return { by, descending, ids: undefined };
  }
}

/** Converts the text, so that a subject is found in any spelling of its attributes. */
function textCriterion({ operation, value }: NonNullable<EndEntityCriteria['text']>): TextCriterion {
  const subject = operation === 'EQUAL' ? subjectOf(value) : undefined;
  return { operation, values: subject === undefined || subject === value ? [value] : [value, subject] };
}

function numberOfStatus(status: SearchedStatus): readonly number[] {
  return status === 'WAITINGFORADDAPPROVAL' ? [] : [END_ENTITY_STATUS[status]];
}

/** Tells whether a scope is empty. */
function isEmpty(scope: EndEntityScope): boolean {
  return Object.values(scope).some((ids) => ids?.length === 0);
}
