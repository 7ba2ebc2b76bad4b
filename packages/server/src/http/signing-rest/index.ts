/** The REST interface of the signing service. */
export { errorRenderer, type SigningCompatibility } from './errors.ts';
export { signingAnswers, signingRestInterface } from './interface.ts';
export type { OperationScope } from './operation-scope.ts';
export { clientOf } from './process-client.ts';
export { processRoute } from './process-document.ts';
export { processTypeIn } from './process-type.ts';
export { sendProcessedFile } from './processed-answer.ts';
export { signingDocument } from './openapi.ts';
export { type RequestedWith, requireRequestedWith } from './requested-with.ts';
export { ERROR_STATUSES, ErrorBody, WorkerPath } from './schemas.ts';
export { readUploadedDocument, type UploadedDocument } from './uploaded-document.ts';
export type { ProcessClient, ProcessedDocument, ProcessRequest, SigningServices, UnfitWorker } from './services.ts';
export type { WorkerServices } from './worker-services.ts';
