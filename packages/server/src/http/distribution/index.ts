/** Downloads for relying parties, who need no credentials. */
export { type Representation, sendRepresentation } from './conditional.ts';
export { distributionInterface } from './interface.ts';
