/** The parsing of a worker from its properties. */
import { Certificate, parsePem, PkiError } from '@sealwright/pki';
import { readAliasSelector } from './alias-selector.ts';
import { chainsOf, readArchiveRetention, type WorkerProperties } from '../worker-contract/index.ts';
import { readArchiving } from './archiving.ts';
import { checkCommonProperties } from './common-properties.ts';
import { checkOwnToken } from './own-token.ts';
import { readRenewal } from './renewal-settings.ts';
import { readSchedule } from '../timed/index.ts';
import type { Implementation, KeySettings, Worker } from './worker-document.ts';
import { probableKind, workerKind } from './worker-kinds.ts';

/** Makes the worker, and reports all errors in its properties. */
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
    const problem = `is '${className}', which is not a known kind of worker${probableKind(className)}`;
    properties.report('IMPLEMENTATION_CLASS', problem);
    return undefined;
  }
  if (kind.type === 'PROCESSABLE') return { type: kind.type, kind: kind.name, settings: kind.read(properties) };
  if (kind.type === 'CRYPTO_WORKER') return { type: kind.type };
  const { name, singleton } = kind;
  const schedule = readSchedule(properties);
  return { type: kind.type, kind: name, settings: kind.read(properties), singleton, schedule };
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
    properties.report(name, `is not a chain of certificates in PEM: ${error.message}`);
    return undefined;
  }
}
