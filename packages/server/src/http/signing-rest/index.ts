/** The REST interface of the signing service. */
export { errorRenderer, type SigningCompatibility } from './errors.ts';
export { signingInterface, signingRestInterface } from './interface.ts';
export type { OperationScope, ProcessDeps } from './operation-scope.ts';
export { clientOf } from './process-client.ts';
export { processRoute } from './process-content.ts';
export { processTypeIn } from './process-type.ts';
export { sendProcessedFile } from './processed-answer.ts';
export { signingDocument } from './openapi.ts';
export { requireRequestedWith } from './requested-with.ts';
export { WorkerPath } from './schemas.ts';
export { readUploadedContent, type UploadedContent } from './uploaded-content.ts';
