/**
 * The places of the sources, in order, and what each may import. `docs/architecture.md` gives the reasons.
 *
 * The list is closed: a file outside all places is refused, and so is an import that no entry allows, of a type or a value alike. Tests
 * are exempt.
 */
import { HTTP_ROOMS } from './http-rooms.ts';
import { MODULES, ROOMS } from './modules.ts';
import { type Place, roomsOf } from './place.ts';

const server = 'packages/server/src';
const modules = MODULES.map(([name]) => `modules/${name}`);
const domain = ['pki', 'kernel', ...modules];
const adapters = ['storage', 'tokens', 'outbound', 'http', 'host', 'worker-files'];
const files = ['durable-files', 'home-directory', 'server-config'];

/** The places, in order. */
export const PLACES: readonly Place[] = [
  { name: 'pki', path: 'packages/pki/src', imports: [], packages: ['crypto'] },
  { name: 'documents', path: 'packages/documents/src', imports: ['pki'], packages: ['crypto', 'saxes', 'zlib'] },
  { name: 'lint', path: 'packages/lint/src', imports: [], packages: ['crypto', 'net'] },
  {
    name: 'cli',
    path: 'packages/cli/src',
    imports: ['pki', 'lint'],
    packages:
      'commander crypto events fs http https net os path process readline stream timers tls tty url util yaml zlib'.split(
        ' ',
      ),
  },
  {
    name: 'kernel',
    path: `${server}/kernel`,
    imports: [],
    packages: ['crypto', 'events', 'timers', 'worker_threads', 'yaml'],
  },
  { name: 'durable-files', path: `${server}/durable-files.ts`, imports: [], packages: ['fs', 'path'] },
  {
    name: 'channels',
    path: `${server}/channels`,
    imports: ['kernel'],
    packages: ['stream', 'zlib'],
    entrance: 'index.ts',
  },
  { name: 'thread-priority', path: `${server}/thread-priority.ts`, imports: [], packages: ['fs', 'os', 'path'] },
  {
    name: 'home-directory',
    path: `${server}/home-directory.ts`,
    imports: ['kernel', 'durable-files'],
    packages: ['fs', 'path'],
  },
  ...MODULES.map(([module, packages], position) => ({
    name: `modules/${module}`,
    path: `${server}/modules/${module}`,
    // Documents are signed by signers alone; profiles name rules of lint, and CAs lint.
    imports: [
      'pki',
      ...(module === 'signing' ? ['documents'] : []),
      ...(module === 'ca' || module === 'profiles' ? ['lint'] : []),
      'kernel',
      ...modules.slice(0, position),
    ],
    packages,
    entrance: 'index.ts',
    rooms: ROOMS[module] ?? [],
  })),
  {
    name: 'storage',
    path: `${server}/storage`,
    // CRLs are linted by reader threads.
    imports: [...domain, 'lint', 'thread-priority', 'channels'],
    packages: 'crypto fs kysely node:sqlite os path pg stream timers v8 worker_threads'.split(' '),
    entrance: 'index.ts',
    rooms: [
      { name: 'migrations', imports: [] },
      { name: 'sql', imports: [] },
      { name: 'texts', imports: [] },
      { name: 'readers', imports: ['sql', 'texts'] },
      { name: 'engine', imports: ['migrations', 'sql', 'readers'] },
      { name: 'sqlite', imports: ['migrations', 'sql', 'readers', 'engine'] },
      { name: 'postgres', imports: ['migrations', 'sql', 'readers', 'engine'] },
      { name: 'reader-thread-entry.ts', imports: ['sql', 'readers', 'sqlite', 'postgres'] },
      { name: 'stores', imports: ['sql', 'texts', 'readers', 'engine'] },
      { name: 'open-database.ts', imports: ['migrations', 'sql', 'engine', 'sqlite', 'postgres'] },
    ],
  },
  {
    name: 'tokens',
    path: `${server}/tokens`,
    imports: [...domain, 'thread-priority', 'channels'],
    packages: 'child_process crypto fs module net os path process stream timers url util v8 worker_threads'.split(' '),
    entrance: 'index.ts',
    rooms: [
      { name: 'threads', imports: [] },
      { name: 'keys', imports: [] },
      { name: 'key-pool', imports: ['keys'] },
      { name: 'sealing', imports: [] },
      { name: 'software', imports: ['threads', 'keys', 'sealing'] },
      { name: 'keystore', imports: ['software'] },
      { name: 'pkcs11', imports: ['keys', 'software'] },
      { name: 'key-host', imports: ['software', 'keystore', 'pkcs11'] },
    ],
  },
  {
    name: 'outbound',
    path: `${server}/outbound`,
    imports: domain,
    packages: 'crypto dgram dns dns-packet http https ldapts net nodemailer ssh2 stream timers tls url'.split(' '),
  },
  {
    name: 'http',
    path: `${server}/http`,
    imports: domain,
    packages:
      '@fastify buffer crypto dns fast-json-stringify fastify fs http https net os path stream tls typebox'.split(' '),
    entrance: 'index.ts',
    rooms: HTTP_ROOMS,
  },
  {
    name: 'host',
    path: `${server}/host`,
    imports: ['kernel', 'modules/background', 'modules/notices', 'modules/publishers'],
    packages: 'fs os perf_hooks process v8 vm'.split(' '),
  },
  {
    name: 'worker-files',
    path: `${server}/worker-files`,
    imports: ['kernel', 'durable-files', 'modules/publishers', 'modules/signing'],
    packages: ['crypto', 'fs', 'os', 'path', 'process'],
  },
  {
    name: 'server-config',
    path: `${server}/server-config`,
    imports: ['kernel', 'outbound'],
    packages: ['net', 'os', 'path', 'util', 'yaml'],
  },
  {
    name: 'wiring',
    path: `${server}/wiring`,
    imports: [...domain, ...files, ...adapters],
    packages: 'crypto fs os path pino process stream timers'.split(' '),
  },
  {
    name: 'compose',
    path: `${server}/compose.ts`,
    imports: [...domain, ...files, ...adapters, 'wiring'],
    packages: ['os', 'timers'],
  },
  {
    name: 'supervision',
    path: `${server}/supervision`,
    imports: ['kernel', 'server-config'],
    packages: 'cluster events stream timers url'.split(' '),
    entrance: 'index.ts',
  },
  {
    name: 'commands',
    path: `${server}/commands`,
    imports: [...domain, ...files, ...adapters, 'wiring', 'compose', 'supervision'],
    packages: 'commander events fs net path pino process readline stream util'.split(' '),
  },
  { name: 'main', path: `${server}/main.ts`, imports: ['kernel', 'commands'], packages: ['process'] },
];

/** Tells whether a source file belongs to a place of the list, and to a room of it where the place has rooms. */
export function hasPlace(file: string): boolean {
  return PLACES.some((one) => {
    const parts = roomsOf(one).map(({ path }) => path);
    if (parts.length > 0 && one.entrance !== undefined) parts.push(`${one.path}/${one.entrance}`);
    return (parts.length > 0 ? parts : [one.path]).some((path) => file === path || file.startsWith(`${path}/`));
  });
}

/** Finds a place by its name. @throws {@link RangeError} for a name that is not in the list */
export function place(name: string): Place {
  const found = PLACES.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`there is no place '${name}'`);
  return found;
}
