/** What relying parties fetch without credentials. */
export { distributionInterface, type DistributionDeps } from './interface.ts';
export type { DistributionServices, PublishedCrl } from './services.ts';
