/** The processing of a request by a worker. */
export { ProcessContent, type ProcessedContent } from './process-content.ts';
export { type ProcessorMakers, Processors } from './processors.ts';
export { WorkerDisabledError } from './errors.ts';
