/** The REST interface of the signing service. */
export { errorRenderer, type SigningCompatibility } from './errors.ts';
export { signingRestInterface } from './interface.ts';
export { clientOf } from './process-client.ts';
export { processTypeIn } from './process-type.ts';
export { sendProcessedFile } from './processed-answer.ts';
export { signingDocument } from './openapi.ts';
export type { RequestedWith } from './requested-with.ts';
export { readUploadedDocument, type UploadedDocument } from './uploaded-document.ts';
export type { ProcessClient, ProcessedDocument, ProcessRequest, SigningServices } from './services.ts';
export type { WorkerServices } from './worker-services.ts';
