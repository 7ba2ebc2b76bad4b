/** Errors of refused searches. */
import { appError } from '../../../kernel/errors.ts';

/** A name among the search criteria that does not exist, or not for the caller. */
export class UnknownCriterionError extends appError('malformed', 'ra.unknown_criterion') {
  constructor(kind: 'CA' | 'certificate profile' | 'end entity profile') {
    super(`Invalid search criteria content, unknown ${kind}.`);
  }
}

/** A page with more results than the server gives in one answer. */
export class PageTooLargeError extends appError('malformed', 'ra.page_too_large') {
  constructor(asked: number, most: number) {
    super(`A page of ${asked} results is asked for, and this server gives ${most} at most. Ask for more pages.`);
  }
}

/** A page beyond the results that can be sorted. */
export class SearchTooDeepError extends appError('malformed', 'ra.search_too_deep') {
  constructor(most: number) {
    super(
      `The page is beyond the first ${most} results, and no more can be sorted. Narrow the criteria, or leave the order out.`,
    );
  }
}

/** A page end for continuing a search that does not belong to the same search. */
export class PageEndError extends appError('malformed', 'ra.page_end') {
  constructor(options: ErrorOptions) {
    super(
      'X-Page-After is not the X-Page-End of a page of this search: the criteria, the order and the caller have to be the same. Ask for the first page again.',
      options,
    );
  }
}

/** A search for certificates that would read more than is possible in time. */
export class SearchTimeoutError extends appError('unavailable', 'ra.search_timeout') {
  constructor(options: ErrorOptions) {
    super('The search visits too many certificates to be answered in time. Narrow the criteria.', options);
  }
}
