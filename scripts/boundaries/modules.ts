/** The modules of the server in order, and the rooms of each. */
import { CA_ROOMS } from './ca-rooms.ts';
import type { Room } from './place.ts';
import { SIGNING_ROOMS } from './signing-rooms.ts';

/** The modules of the server in order: each may import those before it. */
export const MODULES: readonly (readonly [name: string, packages: readonly string[]])[] = [
  ['background', ['croner', 'timers']],
  ['audit', []],
  ['notices', ['timers']],
  ['configuration', ['timers', 'typebox', 'util']],
  ['access', ['crypto', 'typebox']],
  ['approvals', ['timers', 'typebox']],
  ['administration', []],
  ['services', ['typebox']],
  ['system-configuration', ['typebox']],
  ['publishers', ['crypto', 'path', 'timers', 'typebox']],
  ['crypto-tokens', ['path', 'typebox']],
  ['profiles', ['typebox']],
  ['ca', ['crypto', 'timers', 'tldts', 'typebox', 'url']],
  ['ocsp', ['crypto', 'timers']],
  ['key-recovery', ['crypto']],
  ['ra', ['crypto', 'timers', 'url', 'util']],
  ['installation', ['crypto', 'util']],
  ['signing', ['crypto', 'jose', 'net', 'path', 'timers', 'typebox', 'worker_threads']],
  ['expiry', ['timers']],
  ['configdump', ['crypto', 'stream', 'timers', 'util', 'worker_threads', 'yaml', 'zlib']],
];

/** The rooms of the modules that have any, in order. */
export const ROOMS: Readonly<Record<string, readonly Room[]>> = {
  configuration: [
    { name: 'settings', imports: [] },
    { name: 'documents', imports: ['settings'] },
    { name: 'planning', imports: ['settings', 'documents'] },
  ],
  profiles: [
    { name: 'common', imports: [] },
    { name: 'certificate-profiles', imports: ['common'] },
    { name: 'end-entity-profiles', imports: ['common'] },
  ],
  ca: CA_ROOMS,
  ra: [
    { name: 'errors', imports: [] },
    { name: 'end-entities', imports: ['errors'] },
    { name: 'requests', imports: ['errors', 'end-entities'] },
    { name: 'search', imports: ['errors', 'end-entities'] },
    { name: 'server-keys', imports: ['errors', 'end-entities'] },
    { name: 'caa', imports: ['errors'] },
    { name: 'enrollment', imports: ['errors', 'end-entities', 'requests', 'server-keys', 'caa'] },
    { name: 'end-entity-acts', imports: ['errors', 'end-entities', 'enrollment'] },
    { name: 'recovery', imports: ['errors', 'end-entities', 'enrollment'] },
    { name: 'registration', imports: ['errors', 'end-entities', 'requests', 'enrollment'] },
    {
      name: 'ra-module.ts',
      imports: ['end-entities', 'search', 'end-entity-acts', 'caa', 'enrollment', 'recovery', 'registration'],
    },
  ],
  'system-configuration': [
    { name: 'kept', imports: [] },
    { name: 'available-protocols-type.ts', imports: [] },
  ],
  publishers: [
    { name: 'errors.ts', imports: [] },
    { name: 'kinds', imports: [] },
    { name: 'port', imports: [] },
    { name: 'secret-destinations.ts', imports: ['errors.ts'] },
    { name: 'publisher-type.ts', imports: ['kinds', 'secret-destinations.ts'] },
    { name: 'queue', imports: [] },
    { name: 'delivery', imports: ['kinds', 'port', 'publisher-type.ts', 'queue'] },
    { name: 'administration', imports: ['errors.ts', 'port', 'publisher-type.ts', 'queue', 'delivery'] },
    { name: 'publishers-module.ts', imports: ['delivery', 'administration'] },
  ],
  configdump: [
    { name: 'errors.ts', imports: [] },
    { name: 'codec', imports: [] },
    { name: 'tables', imports: ['codec'] },
    { name: 'items', imports: ['errors.ts', 'codec', 'tables'] },
    { name: 'import', imports: ['codec', 'items'] },
    { name: 'export', imports: ['errors.ts', 'codec', 'items'] },
    { name: 'configdump-module.ts', imports: ['items', 'import', 'export'] },
  ],
  signing: SIGNING_ROOMS,
};
