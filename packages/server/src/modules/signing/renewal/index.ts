/** Workers that have the certificates of other workers renewed. */
export { renewalTimedService, renewalTimedServiceKind } from './renewal-timed-service.ts';
export { RenewalWorker, renewalWorkerKind } from './renewal-worker.ts';
export type { RenewalRequest, Renewed, WorkerRenewals } from './worker-renewals.ts';
