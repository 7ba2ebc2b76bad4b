/** Items of the dump and documents: one table for each type, read in both directions. */
export { DocumentCodec } from './document-codec.ts';
export type { DumpObject, DumpTable, DumpValue, FixedKey, ReadItem, ValueStyle, WarnOfKey } from './dump-table.ts';
export { foldedLabel } from './labels.ts';
