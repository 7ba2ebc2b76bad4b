/** Listeners: HTTP servers with the defaults of this program. */
export type { HttpLog } from './access-log.ts';
export { type Listener, Listeners } from './listener.ts';
export { type MetricsSource, RequestMetrics } from './metrics.ts';
