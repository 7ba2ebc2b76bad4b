/** The format of the index of texts: grams, lists of certificates, segments. */
export {
  foldLetters,
  GRAM_LETTERS,
  gramOfScope,
  GRAMS_END,
  gramsIn,
  gramsInSerial,
  type ScopeColumn,
  scopeGrams,
} from './grams.ts';
export {
  allPostings,
  commonPostings,
  type MergedList,
  type Postings,
  PostingsEncoder,
  PostingsMerger,
  PostingsUnion,
  risingUnion,
} from './postings.ts';
export {
  entriesOf,
  findPostings,
  firstKey,
  gramKey,
  type GramList,
  IdPage,
  idPageKey,
  idPages,
  IDS_PER_PAGE,
  LARGEST_SEGMENT,
  mergeIds,
  PageWriter,
  SegmentBuilder,
  type TextPage,
} from './text-segments.ts';
