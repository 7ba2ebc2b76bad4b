/** A search for end entities in the form that storage executes. */
import type { EndEntity } from '../end-entities/index.ts';

/** A search with resolved names and checked rights. It contains only data, since another thread executes it. */
export interface EndEntityQuery {
  readonly scope: EndEntityScope;
  readonly text: TextCriterion | undefined;
  /** Lower bound of the time of change, exclusive; milliseconds since 1970. */
  readonly modifiedAfterMs: number | undefined;
  /** Upper bound of the time of change, exclusive; milliseconds since 1970. */
  readonly modifiedBeforeMs: number | undefined;
  /** Undefined for the order of creation. */
  readonly order: EndEntityOrder | undefined;
  /** Number of results to skip. With an `order`, everything up to the page is held in memory. */
  readonly offset: number;
  readonly limit: number;
}

/** Restriction to document ids and numbers of statuses; undefined for any. */
export interface EndEntityScope {
  readonly caIds: readonly number[] | undefined;
  readonly endEntityProfileIds: readonly number[] | undefined;
  readonly certificateProfileIds: readonly number[] | undefined;
  readonly statuses: readonly number[] | undefined;
}

/**
 * A text that the username, the subject or the alternative names equal or contain.
 *
 * The case of the letters A to Z is ignored in usernames and subjects; alternative names are case-sensitive.
 */
export interface TextCriterion {
  readonly operation: 'EQUAL' | 'LIKE';
  /** Alternatives; more than one only for `EQUAL`. */
  readonly values: readonly string[];
}

/** Order of results. Equal values are in the order of creation. */
export interface EndEntityOrder {
  readonly by: EndEntityOrderMember;
  readonly descending: boolean;
  /** Order of document ids; others come last. */
  readonly ids: readonly number[] | undefined;
}

/** Members by which end entities can be ordered. */
export type EndEntityOrderMember =
  | 'username'
  | 'subjectDn'
  | 'subjectAltName'
  | 'caId'
  | 'certificateProfileId'
  | 'endEntityProfileId'
  | 'status'
  | 'createdMs'
  | 'modifiedMs';

/** An end entity that was found, without its passwords. */
export type FoundEndEntity = Pick<
  EndEntity,
  'username' | 'subjectDn' | 'subjectAltName' | 'email' | 'status' | 'tokenType' | 'extended'
>;

/** A page of results. */
export interface FoundEndEntities {
  readonly endEntities: readonly FoundEndEntity[];
  /** True if there are more results. */
  readonly more: boolean;
}

/** Search for end entities, off the main thread. */
export interface EndEntitySearch {
  /** Finds a page of end entities. @throws `storage.reader_timeout` if it reads too much */
  search(query: EndEntityQuery): Promise<FoundEndEntities>;
}
