/** Workers that keep and report states of others: the status repository and its like. */
export { qosStatusWorker, qosStatusWorkerKind } from './qos-status-worker.ts';
export {
  signerStatusReportTimedService,
  signerStatusReportTimedServiceKind,
} from './signer-status-report-timed-service.ts';
export { signerStatusReportWorker, signerStatusReportWorkerKind } from './signer-status-report-worker.ts';
export {
  StatusPropertiesWorker,
  statusPropertiesWorkerKind,
  timeMonitorManagerKind,
} from './status-properties-worker.ts';
export { StatusRepository } from './status-repository.ts';
export {
  timeMonitorStatusReportWorker,
  timeMonitorStatusReportWorkerKind,
} from './time-monitor-status-report-worker.ts';
export type { WorkerStatus, WorkerStatusSource } from './worker-status.ts';
