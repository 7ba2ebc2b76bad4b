/** A search for end entities, as storage answers it. */
import type { EndEntity } from '../end-entities/index.ts';

/** A search whose names were found and whose rights were asked for. It holds data alone: a thread answers it. */
export interface EndEntityQuery {
  readonly scope: EndEntityScope;
  readonly text: TextCriterion | undefined;
  /** Milliseconds since 1970: those that were changed later. */
  readonly modifiedAfterMs: number | undefined;
  /** Milliseconds since 1970: those that were changed earlier. */
  readonly modifiedBeforeMs: number | undefined;
  /** Undefined: in the order in which they were made. */
  readonly order: EndEntityOrder | undefined;
  /** Number of those that are skipped. With an `order` everything up to the page is held in memory. */
  readonly offset: number;
  readonly limit: number;
}

/** Which end entities: document ids and numbers of statuses; undefined: any. */
export interface EndEntityScope {
  readonly caIds: readonly number[] | undefined;
  readonly endEntityProfileIds: readonly number[] | undefined;
  readonly certificateProfileIds: readonly number[] | undefined;
  readonly statuses: readonly number[] | undefined;
}

/**
 * A text that the username, the subject or the alternative names are, or have in them.
 *
 * The letters A to Z of usernames and subjects count as a to z; alternative names are compared as they are.
 */
export interface TextCriterion {
  readonly operation: 'EQUAL' | 'LIKE';
  /** Any of them; more than one for `EQUAL` alone. */
  readonly values: readonly string[];
}

/** An order of the found. Those of one value come in the order in which they were made. */
export interface EndEntityOrder {
  readonly by: EndEntityOrderMember;
  readonly descending: boolean;
  /** For ids of documents: in which order they come. Others come last. */
  readonly ids: readonly number[] | undefined;
}

/** Members that end entities can be ordered by. */
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

/** An end entity that was found: nothing of its passwords is read. */
export type FoundEndEntity = Pick<
  EndEntity,
  'username' | 'subjectDn' | 'subjectAltName' | 'email' | 'status' | 'tokenType' | 'extended'
>;

/** A page of what was found. */
export interface FoundEndEntities {
  readonly endEntities: readonly FoundEndEntity[];
  /** True when there are more after these. */
  readonly more: boolean;
}

/** Searches for end entities, off the main thread. */
export interface EndEntitySearch {
  /** @throws `storage.reader_timeout` when it visits too much */
  search(query: EndEntityQuery): Promise<FoundEndEntities>;
}
