/** Certificates of workers: requested, installed, issued here, and renewed. */
export { CertifyWorker } from './certify-worker.ts';
export { BadWorkerCertificateError } from './errors.ts';
export { RenewWorkers } from './renew-workers.ts';
export { WorkerEnds, type WorkerEnd } from './worker-ends.ts';
export { renewalDue } from './renewal-due.ts';
export { WorkerCertificates } from './worker-certificates.ts';
export { endEntityOf } from './worker-end-entity.ts';
