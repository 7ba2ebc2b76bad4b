/** The document of a worker: the settings that are stored, and the checked worker that they make. */
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
  /** Type that the document names, such as `PROCESSABLE`; the implementation decides. */
  readonly type: string;
  readonly properties: Readonly<Record<string, string | Secret>>;
  /** Rules for the certificates that it admits, when it asks for certificates. */
  readonly rules: readonly ClientRule[];
}

/** A worker that can be used. */
export interface Worker {
  readonly implementation: Implementation;
  readonly key: KeySettings;
  readonly archiving: Archiving;
}

/** A worker that processes documents: its kind, and the settings that this kind has read of its properties. */
export interface ProcessableWorker {
  readonly type: 'PROCESSABLE';
  readonly kind: ProcessorKindName;
  readonly settings: unknown;
}

/** A worker that works by itself. */
export interface TimedWorker {
  readonly type: 'TIMED_SERVICE';
  readonly kind: TimedServiceKindName;
  readonly settings: unknown;
  /** True when its kind runs in one process only, whatever the schedule says. */
  readonly singleton: boolean;
  readonly schedule: Schedule;
}

export type Implementation = ProcessableWorker | TimedWorker | { readonly type: CryptoWorkerKind['type'] };

/** The certificates that a worker signs with, and the conditions. */
export interface KeySettings {
  /** The chains that the properties hold, the signer's certificate first in each: that of the default key, and those of others. */
  readonly chains: readonly (readonly Certificate[])[];
  readonly selectAlias: AliasSelector;
  readonly checkValidity: boolean;
  readonly checkPrivateKeyValidity: boolean;
  readonly minRemainingDays: number;
  /** Counts the usages of the key. */
  readonly countsUsages: boolean;
  /** Most usages of the key, those by other workers among them; undefined without a limit. */
  readonly usageLimit: number | undefined;
}
