/**
 * The places of the sources, in order, and what each may import. `docs/architecture.md` gives the reasons.
 *
 * The list is closed: a file outside all places is refused, and so is an import that no entry allows, of a type or a value alike. Tests
 * are exempt.
 */
import type { IForbiddenRuleType } from 'dependency-cruiser';

/** A folder or a file at the top of the sources, with the imports that it may have. */
export interface Place {
  readonly name: string;
  /** Path from the root of the repository, without a slash at its end. */
  readonly path: string;
  /** Names of the places that it may import, all of them above it in the list. */
  readonly imports: readonly string[];
  /** Packages of npm and modules of Node that it may import; a name allows its subpaths too. */
  readonly packages: readonly string[];
  /** The one file that other places may import; any file of the place unless given. */
  readonly entrance?: string;
  /** Its rooms in order. Where there are any, each file stands in one of them, but for the entrance of the place. */
  readonly rooms?: readonly Room[];
}

/** A folder or a file within a place. Its `index.ts` is the only file that others may import. */
export interface Room {
  readonly name: string;
  /** Names of the rooms of the same place that it may import, all of them above it in the list. */
  readonly imports: readonly string[];
}

/** The modules of the server in order: each may import those before it. */
const MODULES: readonly (readonly [name: string, packages: readonly string[]])[] = [
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
  ['configdump', ['crypto', 'stream', 'timers', 'util', 'worker_threads', 'yaml', 'yazl', 'zlib']],
];

/** The rooms of signers, in order: their common parts, then a room for each format. */
const SIGNERS: readonly Room[] = [
  { name: 'signers/common', imports: ['worker-contract'] },
  { name: 'signers/cms', imports: ['worker-contract', 'signers/common'] },
  { name: 'signers/pdf', imports: ['revocation', 'worker-contract', 'signers/common'] },
  { name: 'signers/xml', imports: ['worker-contract', 'signers/common'] },
  { name: 'signers/time-stamps', imports: ['worker-contract', 'status-workers', 'signers/common'] },
  {
    name: 'signers/ades',
    imports: ['worker-contract', 'signers/common', 'signers/cms', 'signers/pdf', 'signers/xml'],
  },
];

/** The rooms of the signing service that hold kinds of workers. */
const WORKER_KINDS = [
  'status-workers',
  ...SIGNERS.map(({ name }) => name),
  'validators',
  'dispatchers',
  'renewal',
  'timed',
];

/** The rooms of the modules that have any, in order. */
const ROOMS: Readonly<Record<string, readonly Room[]>> = {
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
  ca: [
    { name: 'settings', imports: [] },
    { name: 'records', imports: [] },
    { name: 'names', imports: [] },
    { name: 'authorities', imports: ['settings', 'records'] },
    { name: 'issuance', imports: ['settings', 'records', 'authorities'] },
    { name: 'witness', imports: ['settings', 'issuance'] },
    { name: 'x509', imports: ['settings', 'records', 'names', 'authorities', 'issuance', 'witness'] },
    { name: 'keys', imports: ['settings', 'records', 'authorities'] },
    { name: 'cvc', imports: ['records', 'authorities', 'issuance', 'keys'] },
    { name: 'ssh', imports: ['records', 'authorities', 'issuance'] },
    { name: 'crls', imports: ['settings', 'records', 'authorities', 'issuance'] },
    { name: 'revocation', imports: ['settings', 'records', 'authorities', 'issuance', 'crls'] },
    { name: 'publications', imports: ['records', 'authorities', 'issuance'] },
    { name: 'responders', imports: ['records', 'authorities', 'issuance', 'x509', 'keys'] },
    {
      name: 'imports',
      imports: 'settings records authorities issuance x509 keys cvc crls revocation responders'.split(' '),
    },
    {
      name: 'lifecycle',
      imports: 'settings records authorities issuance x509 keys cvc crls revocation responders'.split(' '),
    },
    {
      name: 'ca-module.ts',
      imports: [
        'settings',
        'records',
        'authorities',
        'issuance',
        'x509',
        'keys',
        'cvc',
        'ssh',
        'crls',
        'revocation',
        'publications',
        'responders',
        'imports',
        'lifecycle',
      ],
    },
  ],
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
  signing: [
    { name: 'revocation', imports: [] },
    { name: 'worker-contract', imports: [] },
    { name: 'authorizers', imports: ['worker-contract'] },
    { name: 'worker-loggers', imports: ['worker-contract'] },
    { name: 'status-workers', imports: ['worker-contract'] },
    ...SIGNERS,
    { name: 'validators', imports: ['revocation', 'worker-contract', 'signers/xml'] },
    { name: 'dispatchers', imports: ['worker-contract', 'signers/time-stamps'] },
    { name: 'renewal', imports: ['worker-contract'] },
    { name: 'timed', imports: ['worker-contract'] },
    { name: 'workers', imports: ['worker-contract', 'authorizers', 'worker-loggers', ...WORKER_KINDS] },
    { name: 'keys', imports: ['worker-contract', 'timed', 'workers'] },
    { name: 'timed-runs', imports: ['worker-contract', 'workers'] },
    { name: 'certificates', imports: ['worker-contract', 'renewal', 'workers', 'keys'] },
    { name: 'administration', imports: ['worker-contract', 'workers', 'keys', 'certificates'] },
    { name: 'archive', imports: ['worker-contract', 'authorizers', 'workers'] },
    {
      name: 'status',
      imports: ['worker-contract', 'status-workers', 'signers/common', 'workers', 'keys', 'timed-runs', 'certificates'],
    },
    { name: 'processing', imports: ['worker-contract', 'authorizers', 'worker-loggers', 'workers', 'keys', 'archive'] },
    {
      name: 'worker-processors.ts',
      imports: ['revocation', 'worker-contract', ...WORKER_KINDS, 'timed-runs', 'processing'],
    },
    {
      name: 'signing-module.ts',
      imports:
        'archive administration authorizers certificates keys processing revocation signers/common signers/time-stamps status timed-runs worker-contract worker-loggers worker-processors.ts'.split(
          ' ',
        ),
    },
  ],
};

/** What an interface of HTTP is made with. */
const EDGE = ['errors', 'reading', 'interface'];

/** The rooms of HTTP: the edge first, then the listeners, then the interfaces. */
const HTTP_ROOMS: readonly Room[] = [
  { name: 'errors', imports: [] },
  { name: 'reading', imports: ['errors'] },
  { name: 'proxies', imports: ['errors'] },
  { name: 'interface', imports: ['errors', 'reading', 'proxies'] },
  { name: 'tls', imports: [] },
  { name: 'uploads', imports: ['errors'] },
  { name: 'bodies', imports: ['errors', 'interface', 'uploads'] },
  { name: 'openapi', imports: ['reading', 'interface'] },
  { name: 'limits', imports: [] },
  { name: 'listener', imports: [...EDGE, 'proxies', 'limits', 'tls', 'bodies'] },
  { name: 'ops', imports: [...EDGE, 'listener'] },
  { name: 'distribution', imports: EDGE },
  { name: 'ocsp', imports: [...EDGE, 'distribution'] },
  { name: 'administration', imports: [...EDGE, 'openapi'] },
  { name: 'ca-rest', imports: [...EDGE, 'bodies', 'openapi', 'uploads'] },
  { name: 'signing-rest', imports: [...EDGE, 'uploads', 'bodies', 'openapi'] },
  { name: 'signing-managed', imports: [...EDGE, 'uploads', 'bodies', 'openapi', 'signing-rest'] },
  { name: 'signing-servlet', imports: [...EDGE, 'uploads', 'bodies', 'signing-rest'] },
];

const server = 'packages/server/src';
const modules = MODULES.map(([name]) => `modules/${name}`);
const domain = ['pki', 'kernel', ...modules];
const adapters = ['storage', 'tokens', 'outbound', 'http', 'host', 'worker-files'];
const files = ['durable-files', 'home-directory', 'server-config'];

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
      { name: 'reader-worker.ts', imports: ['sql', 'readers', 'sqlite', 'postgres'] },
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
    packages: '@fastify buffer crypto fast-json-stringify fastify fs http https net os path stream tls typebox'.split(
      ' ',
    ),
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
    packages: 'commander fs net path pino process readline stream util'.split(' '),
  },
  { name: 'main', path: `${server}/main.ts`, imports: ['kernel', 'commands'], packages: ['process'] },
];

/** The file that tells a program its version. */
const MANIFEST = '^packages/(cli|server)/package\\.json$';

/** Rules within places. Each has a case in `check-boundaries.test.ts` that breaks it. */
const INNER_RULES: readonly IForbiddenRuleType[] = [
  { name: 'unresolvable', from: {}, to: { couldNotResolve: true } },
  {
    name: 'formats-know-not-each-other',
    from: { path: '^packages/documents/src/([^/]+)/' },
    to: { path: '^packages/documents/src/[^/]+/', pathNot: '^packages/documents/src/$1/' },
  },
  {
    // A start loads no format: a signer brings its own along when a worker first needs it.
    name: 'documents-for-signers',
    from: { path: `^${server}/(?!modules/signing/signers/)`, pathNot: '\\.test\\.ts$' },
    to: { path: '^packages/documents/' },
  },
];

/** All rules, for the tool that reads the imports. */
export const rules: IForbiddenRuleType[] = [
  ...PLACES.flatMap(rulesOf),
  ...PLACES.flatMap(rulesOfRooms),
  ...INNER_RULES,
].map((rule) => ({
  ...rule,
  severity: 'error' as const,
}));

/** Tells whether a source file belongs to a place of the list, and to a room of it where the place has rooms. */
export function hasPlace(file: string): boolean {
  return PLACES.some((one) => {
    const parts = roomsOf(one).map(({ path }) => path);
    if (parts.length > 0 && one.entrance !== undefined) parts.push(`${one.path}/${one.entrance}`);
    return (parts.length > 0 ? parts : [one.path]).some((path) => file === path || file.startsWith(`${path}/`));
  });
}

/** Lists the rooms of a place as places of their own, with full names: `modules/ca/crls`. */
export function roomsOf({ name, path, packages, rooms = [] }: Place): Place[] {
  return rooms.map((room) => ({
    name: `${name}/${room.name}`,
    path: `${path}/${room.name}`,
    imports: room.imports.map((one) => `${name}/${one}`),
    packages,
    ...(room.name.endsWith('.ts') ? {} : { entrance: 'index.ts' }),
  }));
}

/** Finds a place by its name. @throws {@link RangeError} for a name that is not in the list */
export function place(name: string): Place {
  const found = PLACES.find((one) => one.name === name);
  if (found === undefined) throw new RangeError(`there is no place '${name}'`);
  return found;
}

function rulesOf({ name, path, imports, packages }: Place): IForbiddenRuleType[] {
  const from = { path: within(path), pathNot: '\\.test\\.ts$' };
  const allowed = [within(path), ...imports.map((one) => entranceOf(place(one)))].join('|');
  const named = packages.map((one) => one.replaceAll('.', '\\.')).join('|');
  return [
    { name: `places: ${name}`, from, to: { path: '^packages/', pathNot: `${allowed}|${MANIFEST}` } },
    {
      name: `packages: ${name}`,
      from,
      to: {
        path: '.',
        pathNot: named === '' ? '^packages/' : `^packages/|(^|/)node_modules/(${named})/|^(node:)?(${named})(/|$)`,
      },
    },
  ];
}

/** Holds the imports between the rooms of a place, and those of its entrance. */
function rulesOfRooms(whole: Place): IForbiddenRuleType[] {
  const rooms = roomsOf(whole);
  const rule = (name: string, from: string, allowed: readonly string[]): IForbiddenRuleType => ({
    name: `rooms: ${name}`,
    from: { path: from, pathNot: '\\.test\\.ts$' },
    to: { path: within(whole.path), pathNot: allowed.join('|') },
  });
  const between = rooms.map(({ name, path, imports }) =>
    rule(name, within(path), [
      within(path),
      ...rooms.filter((one) => imports.includes(one.name)).map((one) => entranceOf(one)),
    ]),
  );
  if (rooms.length === 0 || whole.entrance === undefined) return between;
  return [...between, rule(whole.name, entranceOf(whole), rooms.map(entranceOf))];
}

function entranceOf(one: Place): string {
  const { path, entrance } = one;
  if (entrance !== undefined) return `^${path}/${entrance}$`;
  const rooms = roomsOf(one);
  return rooms.length === 0 ? within(path) : rooms.map(entranceOf).join('|');
}

function within(path: string): string {
  return path.endsWith('.ts') ? `^${path}$` : `^${path}/`;
}
