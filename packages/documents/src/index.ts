/** Parts that all formats share. Each format is an entry point of its own, so that a program loads only the ones that it uses. */
export { DocumentError } from './errors.ts';
export { bytesSource, type DocumentSource, fileSource, type ReadableHandle } from './source.ts';
