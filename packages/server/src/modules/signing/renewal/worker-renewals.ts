/** The renewal of workers as renewal workers and timed services ask for it. */
import type { Certificate } from '@sealwright/pki';
import type { Actor } from '../../audit/index.ts';
import type { WorkerName } from '../worker-contract/index.ts';

/** A request of a client to a renewal worker. */
export interface RenewalRequest {
  /** The worker to be renewed, by id or name. */
  readonly named: string;
  /** Keeps its present key. */
  readonly sameKey: boolean;
  /** Opens its own keystore if that is closed. */
  readonly code: string | undefined;
  /** Client that asks. */
  readonly client: Actor;
}

/** The key and certificate that a worker got. */
export interface Renewed {
  readonly alias: string;
  /** True when the key was made for it. */
  readonly isNewKey: boolean;
  readonly certificate: Certificate;
}

/** The renewals that workers and timed services may ask for. */
export interface WorkerRenewals {
  /**
   * Renews a worker now, as a renewal worker was asked to.
   *
   * @param by - the renewal worker, which the worker has to name
   * @returns the reason in words where the renewal failed
   */
  renewFor(by: WorkerName, request: RenewalRequest): Promise<Renewed | { readonly problem: string }>;
  /**
   * Renews a worker for a timed service, if its certificate ends soon.
   *
   * @param named - by id or name
   * @returns whether it was renewed
   */
  renewIfDue(named: string): Promise<boolean>;
}
