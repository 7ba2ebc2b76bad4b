/** The processing of a request by a worker. */
export { type ProcessorMakers, Processors } from './processors.ts';
export { ProcessDocument, type ProcessDocumentDeps, type ProcessedDocument } from './process-document.ts';
