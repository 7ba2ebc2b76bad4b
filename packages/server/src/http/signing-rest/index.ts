/** The REST interface of the signing service. */
export type { SigningCompatibility } from './errors.ts';
export { signingRestInterface } from './interface.ts';
export type { RequestedWith } from './requested-with.ts';
export type { ProcessClient, ProcessedDocument, ProcessRequest, SigningServices } from './services.ts';
