/** Types and items of the dump: which there are, what they are called, and which of them somebody wants. */
export { type DumpType, DumpTypes } from './dump-types.ts';
export { fileNames, itemKeys } from './file-names.ts';
export { type ChosenItems, chosenItems, type ItemChoice } from './item-pattern.ts';
