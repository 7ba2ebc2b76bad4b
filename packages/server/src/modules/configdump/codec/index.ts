/** Items of the dump and documents: one table for each type, read in both directions. */
export { DocumentCodec, type WriteOptions } from './document-codec.ts';
export type {
  DumpedDocument,
  DumpObject,
  DumpRemark,
  DumpTable,
  DumpValue,
  FixedKey,
  ReadItem,
  ValueStyle,
  WarnOfKey,
} from './dump-table.ts';
export { foldedLabel } from './labels.ts';
