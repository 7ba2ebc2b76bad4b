/** Types of documents that are kept for functions that are not there yet. */
export { KEPT_TYPES } from './kept-types.ts';
