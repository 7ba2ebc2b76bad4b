/** Downloads for relying parties, without authentication. */
export { type Representation, sendRepresentation } from './conditional.ts';
export { distributionInterface } from './interface.ts';
