/** The processing of a request by a worker. */
export { ProcessDocument, type ProcessedDocument } from './process-document.ts';
export { type ProcessorMakers, Processors } from './processors.ts';
export { WorkerDisabledError } from './errors.ts';
