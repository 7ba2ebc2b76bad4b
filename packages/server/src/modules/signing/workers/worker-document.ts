/** The document of a worker: the stored settings, and the checked worker made from them. */
import type { Certificate } from '@sealwright/pki';
import type { Document, Secret } from '../../configuration/index.ts';
import type { AliasSelector } from './alias-selector.ts';
import type { Archiving } from './archiving.ts';
import type { ClientRule } from '../authorizers/index.ts';
import type { CryptoWorkerKind } from '../worker-contract/index.ts';
import type { Schedule } from '../timed/index.ts';
import type { ProcessorKindName, TimedServiceKindName } from './worker-kinds.ts';

/** A worker as read from the configuration. */
export type WorkerDocument = Document<WorkerSettings, Worker>;

/** The stored settings of a worker. */
export interface WorkerSettings {
  /** Type in the document, such as `PROCESSABLE`; the implementation's own type is decisive. */
  readonly type: string;
  readonly properties: Readonly<Record<string, string | Secret>>;
  /** Rules for client certificates, used when the worker's authorizer requires them. */
  readonly rules: readonly ClientRule[];
}

/** A worker that can be used. */
export interface Worker {
  readonly implementation: Implementation;
  readonly key: KeySettings;
  readonly archiving: Archiving;
}

/** A worker that processes documents: its kind, and the settings that this kind has read from its properties. */
export interface ProcessableWorker {
  readonly type: 'PROCESSABLE';
  readonly kind: ProcessorKindName;
  readonly settings: unknown;
}

/** A worker that runs on a schedule. */
export interface TimedWorker {
  readonly type: 'TIMED_SERVICE';
  readonly kind: TimedServiceKindName;
  readonly settings: unknown;
  /** True when its kind runs in one process only, whatever the schedule says. */
  readonly singleton: boolean;
  readonly schedule: Schedule;
}

export type Implementation = ProcessableWorker | TimedWorker | { readonly type: CryptoWorkerKind['type'] };

/** The certificates that a worker signs with, and the conditions for doing so. */
export interface KeySettings {
  /** The chains in the properties, the signer certificate first in each: that of the default key, and those of other keys. */
  readonly chains: readonly (readonly Certificate[])[];
  readonly selectAlias: AliasSelector;
  readonly checkValidity: boolean;
  readonly checkPrivateKeyValidity: boolean;
  readonly minRemainingDays: number;
  /** Counts the usages of the key. */
  readonly countsUsages: boolean;
  /** Maximum usages of the key, including those by other workers; undefined without a limit. */
  readonly usageLimit: number | undefined;
}
