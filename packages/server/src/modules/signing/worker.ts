/** A worker as its properties describe it, checked. */
import { Certificate, parsePem, PkiError } from '@sealwright/pki';
import { type AliasSelector, readAliasSelector } from './alias-selector.ts';
import { readArchiveRetention } from './archive/archive-retention.ts';
import { type Archiving, readArchiving } from './archive/archiving.ts';
import { chainsOf } from './certificate-chains.ts';
import { checkCommonProperties } from './common-properties.ts';
import { checkOwnToken } from './own-token.ts';
import type { Processor } from './processor.ts';
import { readRenewal } from './renewal/renewal-settings.ts';
import { readSchedule, type Schedule } from './timed/schedule.ts';
import type { TimedService } from './timed/timed-service.ts';
import type { CryptoWorkerKind } from './worker-kind.ts';
import { workerKind } from './worker-kinds.ts';
import type { WorkerProperties } from './worker-properties.ts';

/** A worker that can be used. */
export interface Worker {
  readonly implementation: Implementation;
  readonly key: KeySettings;
  readonly archiving: Archiving;
}

export type Implementation =
  | { readonly type: 'PROCESSABLE'; readonly processor: Processor }
  | { readonly type: 'TIMED_SERVICE'; readonly service: TimedService; readonly schedule: Schedule }
  | { readonly type: CryptoWorkerKind['type'] };

/** With which certificate a worker signs, and under which conditions. */
export interface KeySettings {
  /** The chains that the properties hold, the signer's certificate first in each: that of the default key, and those of others. */
  readonly chains: readonly (readonly Certificate[])[];
  readonly selectAlias: AliasSelector;
  readonly checkValidity: boolean;
  readonly checkPrivateKeyValidity: boolean;
  readonly minRemainingDays: number;
  /** Whether the usages of the key are counted. */
  readonly countsUsages: boolean;
  /** How many usages of the key there may be, those by other workers among them; undefined when any number. */
  readonly usageLimit: number | undefined;
}

/** Makes the worker, and reports everything that is wrong. */
export function makeWorker(properties: WorkerProperties): Worker | undefined {
  checkOwnToken(properties);
  checkCommonProperties(properties);
  const key = keySettings(properties);
  const implementation = implementationOf(properties);
  const archiving = readArchiving(properties);
  readRenewal(properties);
  readArchiveRetention(properties);
  return implementation && { implementation, key, archiving };
}

function implementationOf(properties: WorkerProperties): Implementation | undefined {
  const className = properties.requiredText('IMPLEMENTATION_CLASS');
  if (className === '') return undefined;
  const kind = workerKind(className);
  if (kind === undefined) {
    properties.report('IMPLEMENTATION_CLASS', `is '${className}', which is no kind of worker that is known here`);
    return undefined;
  }
  if (kind.type === 'PROCESSABLE') return { type: kind.type, processor: kind.make(properties) };
  if (kind.type === 'CRYPTO_WORKER') return { type: kind.type };
  return { type: kind.type, service: kind.make(properties), schedule: readSchedule(properties) };
}

function keySettings(properties: WorkerProperties): KeySettings {
  const countsUsages = !properties.boolean('DISABLEKEYUSAGECOUNTER', false);
  const limit = properties.integer('KEYUSAGELIMIT', { minimum: -1, maximum: 1e15 - 1, otherwise: -1 });
  if (limit >= 0 && !countsUsages) {
    properties.report('DISABLEKEYUSAGECOUNTER', 'is TRUE, and KEYUSAGELIMIT cannot be kept without counting');
  }
  return {
    chains: chainsOf(certificates(properties, 'SIGNERCERTCHAIN') ?? certificates(properties, 'SIGNERCERT') ?? []),
    selectAlias: readAliasSelector(properties),
    checkValidity: properties.boolean('CHECKCERTVALIDITY', true),
    checkPrivateKeyValidity: properties.boolean('CHECKCERTPRIVATEKEYVALIDITY', true),
    minRemainingDays: properties.integer('MINREMAININGCERTVALIDITY', { minimum: 0, maximum: 100_000, otherwise: 0 }),
    countsUsages,
    usageLimit: limit < 0 ? undefined : limit,
  };
}

function certificates(properties: WorkerProperties, name: string): readonly Certificate[] | undefined {
  const text = properties.text(name);
  if (text === undefined) return undefined;
  try {
    return parsePem(text)
      .filter(({ label }) => label === 'CERTIFICATE')
      .map(({ der }) => Certificate.parse(der));
  } catch (error) {
    if (!(error instanceof PkiError)) throw error;
    properties.report(name, `is no chain of certificates in PEM: ${error.message}`);
    return undefined;
  }
}
