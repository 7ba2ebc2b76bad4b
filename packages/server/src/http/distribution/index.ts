/** What relying parties fetch without credentials. */
export { distributionInterface } from './interface.ts';
