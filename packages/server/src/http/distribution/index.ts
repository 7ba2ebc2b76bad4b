/** Downloads for relying parties, who need no credentials. */
export { distributionInterface } from './interface.ts';
