/** The page of the properties of workers, by what reads them. */
import { AUTHORIZER_KINDS } from '../../packages/server/src/modules/signing/authorizers/authorizer-kinds.ts';
import { readSchedule } from '../../packages/server/src/modules/signing/timed/index.ts';
import { WORKER_LOGGER_KINDS } from '../../packages/server/src/modules/signing/worker-loggers/logger-kinds.ts';
import { makeWorker } from '../../packages/server/src/modules/signing/workers/make-worker.ts';
import {
  PROCESSOR_KINDS,
  TIMED_SERVICE_KINDS,
} from '../../packages/server/src/modules/signing/workers/worker-kinds.ts';
import { code, table, title } from './markdown.ts';
import { FURTHER, MEANINGS } from './property-meanings.ts';
import { propertiesRead, type ReadProperty } from './worker-properties.ts';

/** Properties with what reads them. */
interface Section {
  readonly title: string;
  readonly properties: readonly ReadProperty[];
}

/** Writes the page. */
export function workerPropertiesPage(): string {
  return [
    title('Properties of workers'),
    'The properties of a [worker](worker.md), under the names of SignServer. `n` stands for a number from 0 on. ',
    'Some are read only where others have certain values, and a required one is required there.\n\n',
    ...propertySections().map(sectionText),
    '## Further properties\n\n',
    table(
      ['Property', 'Meaning'],
      Object.entries(FURTHER).map(([names, meaning]) => [names.split(', ').map(code).join(', '), meaning]),
    ),
  ].join('');
}

/** Everything that reads properties, with the properties. */
export function propertySections(): readonly Section[] {
  return [
    section('Every worker', (properties) => void makeWorker(properties), OWN_TOKENS),
    ...Object.values(PROCESSOR_KINDS).map((kind) => section(code(kind.className), (each) => void kind.read(each))),
    section('Every timed service', (properties) => void readSchedule(properties)),
    ...Object.values(TIMED_SERVICE_KINDS).map((kind) => section(code(kind.className), (each) => void kind.read(each))),
    ...AUTHORIZER_KINDS.map((kind) =>
      section(code(`AUTHTYPE=${kind.names[0] ?? ''}`), (each) => void kind.make(each, [])),
    ),
    ...WORKER_LOGGER_KINDS.map((kind) =>
      section(code(`WORKERLOGGER=${kind.className}`), (each) => void kind.make(each)),
    ),
  ].filter(({ properties }) => properties.length > 0);
}

function section(heading: string, read: Parameters<typeof propertiesRead>[0], first?: typeof OWN_TOKENS): Section {
  const named = [...propertiesRead(read, first).values()].map((each) => ({
    ...each,
    name: each.name.replace(/^ARCHIVER\d/, 'ARCHIVERn'),
  }));
  const properties = [...new Map(named.map((each) => [each.name, each])).values()];
  return { title: heading, properties: properties.toSorted((a, b) => (a.name < b.name ? -1 : 1)) };
}

function sectionText({ title: heading, properties }: Section): string {
  const rows = properties.map(({ name, type, usual }) => [code(name), type, usual, MEANINGS[name] ?? '']);
  return `## ${heading}\n\n${table(['Property', 'Value', 'Default', 'Meaning'], rows)}\n`;
}

/** The crypto tokens that a worker can describe: what else it reads depends on them. */
const OWN_TOKENS: readonly Readonly<Record<string, string>>[] = ['P12', 'Keystore', 'KeystoreInConfig', 'PKCS11'].map(
  (name) => ({ CRYPTOTOKEN_IMPLEMENTATION_CLASS: `org.signserver.server.cryptotokens.${name}CryptoToken` }),
);
