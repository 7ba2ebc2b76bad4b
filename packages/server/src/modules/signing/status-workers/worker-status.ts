/** The status of a worker as others see it. */
import type { Certificate } from '@sealwright/pki';
import type { Problem } from '../../configuration/index.ts';

/** The state of a worker, with the reasons and the use of its key. */
export interface WorkerStatus {
  readonly id: number;
  readonly name: string;
  /** `offline`: its key cannot be used now, or its certificate is not valid. A worker without a key is active, a timed service only with ACTIVE. */
  readonly state: 'active' | 'offline' | 'disabled' | 'misconfigured';
  /** Reasons why it is misconfigured or offline; empty when it is neither, and while it is disabled and only offline. */
  readonly problems: readonly Problem[];
  /** Remarks on properties that are left out or mean nothing, though the worker works. */
  readonly warnings: readonly Problem[];
  /** Certificate of the default key; undefined without one. */
  readonly certificate: Certificate | undefined;
  /** Usages of the key by all workers that count; undefined without a key. */
  readonly signings: number | undefined;
  /** Most usages of the key; undefined without a limit. */
  readonly signLimit: number | undefined;
}

/** The source of statuses for workers that report on others. */
export interface WorkerStatusSource {
  /** @param named - the worker, by id or name; undefined when there is none */
  find(named: string): Promise<WorkerStatus | undefined>;
}
