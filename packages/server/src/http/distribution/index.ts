/** Downloads for relying parties, without authentication. */
export { sendRepresentation } from './conditional.ts';
export { distributionInterface } from './interface.ts';
