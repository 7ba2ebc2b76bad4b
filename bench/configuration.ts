/**
 * Time that an export and an import of a whole configuration take, beside their floors: `node bench/configuration.ts [options]`.
 *
 *   --profiles N     certificate profiles (1000)
 *   --cas N          CAs (200)
 *   --roles N        roles (500)
 *   --clients N      clients that enroll meanwhile, one request after the other (2)
 *   --database URL   PostgreSQL instead of the embedded database
 *   --profile        has the server write a profile of its processor time into the present directory
 *
 * A server is started on an empty home directory, as `npm start` does it, for the forms in JSON and an export as a ZIP archive, and another one for the
 * import of an archive. Each act is measured while the clients enroll: by the clock, the processor time of the server with what the clients take of it,
 * the longest that one of them waited, the longest stall of its main thread by the clock and its longest turn by its processor time, and the most
 * memory that it had. `alone` is the same time without an act. The floor of an import parses the same octets and writes the same rows into the embedded database, that of an export writes the same
 * items, both in the process of the benchmark.
 */
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { parse, stringify } from 'yaml';
import { zipArchive } from '../test/zip-archive.ts';
import { enrollmentPosts, prepareEnrollments } from './enrollment-requests.ts';
import { sendAll, sendWhile } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { clients, ...values } = readOptions({
  profiles: 1000,
  cas: 200,
  roles: 500,
  clients: 2,
  database: undefined,
  profile: false,
});
const BASE = '/ejbca/ejbca-rest-api/v1/configdump';
const ENROLLMENTS = 3000;
/** Since the last act, as observations say it in pieces. */
let longestStall = 0;

type Item = Readonly<Record<string, unknown>>;
type Dump = Readonly<Record<string, Readonly<Record<string, Item>>>>;

await withServer(async (server, measured) => {
  const dump = madeDump();
  console.log(`${Object.values(dump).flatMap((each) => Object.values(each)).length} items`);
  const json = Buffer.from(JSON.stringify(dump));
  await measured('import JSON', () => importJson(server, json, ''));
  await measured('import JSON again', () => importJson(server, json, '&overwrite=yes'));
  floor('floor of JSON', () => writeRows(JSON.parse(json.toString()) as Dump));
  let exported: Buffer | undefined;
  await measured('export JSON', async () => {
    exported = await send(server, 'GET', `${BASE}?defaults=false`);
  });
  const whole = JSON.parse(exported!.toString()) as Dump;
  floor('floor of JSON', () => JSON.stringify(whole));
  await measured('export ZIP', () => send(server, 'GET', `${BASE}/configdump.zip`));
  floor('floor of ZIP', () => filesOf(whole));
});
await withServer(async (server, measured) => {
  const files = filesOf(madeDump());
  const archive = zipArchive(files);
  await measured('import ZIP', () => importZip(server, archive));
  floor('floor of ZIP', () =>
    writeRows({ all: Object.fromEntries(files.map(({ path: name, content }) => [name, parse(content) as Item])) }),
  );
});

type Measured = (name: string, act: () => Promise<unknown>) => Promise<void>;

/** Has an empty server of its own for some acts, to which two clients enroll. */
async function withServer(acts: (server: MeasuredProcess, measured: Measured) => Promise<void>): Promise<void> {
  const home = mkdtempSync(path.join(tmpdir(), 'bench-configuration-'));
  const turns = path.join(home, 'turns');
  try {
    const server = await startProcess('server', home, values.database, [], values.profile, turns);
    try {
      const prepared = enrollmentPosts(server.target, await prepareEnrollments('P-256', ENROLLMENTS, 'bench'));
      await sendAll(server.target, prepared.splice(0, 500), clients);
      const measured: Measured = (name, act) => measure(server, prepared, turns, name, act);
      await measured('alone', () => sleep(2000));
      await acts(server, measured);
    } finally {
      await server.stop();
    }
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}

async function measure(
  server: MeasuredProcess,
  prepared: Buffer[],
  turns: string,
  name: string,
  act: () => Promise<unknown>,
): Promise<void> {
  const state = { ended: false, mostBytes: 0 };
  const before = await server.observe();
  writeFileSync(turns, '');
  const enrolling = sendWhile(server.target, prepared, clients, () => !state.ended);
  const watching = watchMemory();
  const began = performance.now();
  await act();
  const seconds = (performance.now() - began) / 1000;
  state.ended = true;
  const { answered, failed, firstFailure, latenciesMs } = await enrolling;
  await watching;
  const after = await server.observe();
  prepared.splice(0, answered);
  if (failed > 0) throw new RangeError(`${failed} enrollments failed; the first answer was: ${firstFailure}`);
  const stall = Math.max(after.stallSeconds, longestStall) * 1000;
  const turn = Math.max(0, ...readFileSync(turns, 'utf8').split('\n').map(Number));
  console.log(
    `${name.padEnd(18)} ${seconds.toFixed(2)} s, CPU ${(after.cpuSeconds - before.cpuSeconds).toFixed(2)} s with ${answered} enrollments, the longest ${(latenciesMs.at(-1) ?? 0).toFixed(0)} ms, ` +
      `longest stall ${stall.toFixed(0)} ms (longest turn of the main thread ${turn.toFixed(0)} ms of processor time), resident ${(state.mostBytes / 2 ** 20).toFixed(0)} MB at most`,
  );
  longestStall = 0;

  async function watchMemory(): Promise<void> {
    while (!state.ended) {
      const { residentBytes, stallSeconds } = await server.observe();
      state.mostBytes = Math.max(state.mostBytes, residentBytes);
      longestStall = Math.max(longestStall, stallSeconds);
      await sleep(50);
    }
  }
}

function floor(name: string, act: () => unknown): void {
  const cpu = process.cpuUsage();
  act();
  const { user, system } = process.cpuUsage(cpu);
  console.log(`${name.padEnd(18)} CPU ${((user + system) / 1e6).toFixed(2)} s`);
}

/** Writes a row for each item and a row for each audit record, in one transaction. */
function writeRows(dump: Dump): void {
  const directory = mkdtempSync(path.join(tmpdir(), 'bench-configuration-'));
  const database = new DatabaseSync(path.join(directory, 'floor.db'));
  database.exec(
    'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ' +
      'CREATE TABLE document (id INTEGER PRIMARY KEY, type TEXT, name TEXT, body TEXT, UNIQUE (type, name)); CREATE TABLE record (id INTEGER PRIMARY KEY, text TEXT); BEGIN',
  );
  const document = database.prepare('INSERT INTO document (type, name, body) VALUES (?, ?, ?)');
  const record = database.prepare('INSERT INTO record (text) VALUES (?)');
  for (const [type, items] of Object.entries(dump)) {
    for (const [name, item] of Object.entries(items)) {
      const body = JSON.stringify(item);
      document.run(type, name, body);
      record.run(body);
    }
  }
  database.exec('COMMIT');
  database.close();
  rmSync(directory, { recursive: true });
}

/** Makes a configuration. */
function madeDump(): Dump {
  const named = (count: number, kind: string, item: (name: string, index: number) => Item) =>
    Object.fromEntries(
      Array.from({ length: count }, (_each, index) => {
        const name = `${kind} ${index}`;
        return [name, { ...item(name, index), Name: name }];
      }),
    );
  const ca = (index: number) => `CA ${index % values.cas}`;
  const token = 'Keys';
  return {
    'crypto-tokens': {
      [token]: {
        'Object Type': 'Crypto Token',
        Version: 2,
        Name: token,
        Type: 'SoftCryptoToken',
        'Authentication Code': 'a code for the bench',
      },
    },
    'certification-authorities': named(values.cas, 'CA', (name, index) => ({
      'Object Type': 'Certification Authority',
      Version: 2,
      'Type of CA': 'X.509',
      Description: `The CA ${index} of a company with many.`,
      'Certificate Profile': index === 0 ? 'ROOTCA' : 'SUBCA',
      'Subject DN': `CN=${name},O=Bench,C=SE`,
      'Signed By': index === 0 ? 'Self Signed' : ca(0),
      Validity: '8y',
      'CA Token': {
        'Crypto Token': token,
        'Certificate Signing Key': `key${index}`,
        'Signature Algorithm': 'SHA256WithECDSA',
      },
      'CRL Expiration Period': '2d',
      'CRL Issue Interval': '1d',
    })),
    'certificate-profiles': named(values.profiles, 'Profile', (_name, index) => ({
      'Object Type': 'Certificate Profile',
      Version: 1,
      Type: 'End Entity',
      Validity: `${(index % 300) + 1}d`,
      'Available CAs': Array.from({ length: 10 }, (_each, further) => ca(index + further)),
      'Available Key Algorithms': ['ECDSA', 'RSA'],
      'Available Bit Lengths': [2048, 3072, 4096],
      'Available Elliptic Curves': ['P-256', 'P-384'],
      'Key Usage': ['Digital Signature', 'Key Encipherment'],
      'Extended Key Usage Used': true,
      'Extended Key Usage': ['Server Authentication', 'Client Authentication'],
    })),
    'admin-roles': named(values.roles, 'Role', (_name, index) => ({
      'Object Type': 'Role',
      Version: 1,
      'Role Members': [
        {
          'Token Type': 'CertificateAuthenticationToken',
          Issuer: ca(index),
          'Match With': 'WITH_COMMONNAME',
          'Match Value': `Clerk ${index}`,
          Description: 'A clerk.',
        },
      ],
      'Access Rules': {
        '/administrator/': 'Allow',
        [`/ca/${ca(index)}/`]: 'Allow',
        '/ca_functionality/create_certificate/': 'Allow',
        '/ca_functionality/view_certificate/': 'Allow',
        '/ra_functionality/view_end_entity/': 'Allow',
      },
    })),
  };
}

function filesOf(dump: Dump) {
  return Object.entries(dump).flatMap(([directory, items]) =>
    Object.entries(items).map(([name, item]) => ({
      path: `${directory}/${name.replaceAll(/[^A-Za-z0-9]/g, '_')}.yaml`,
      content: stringify(item),
    })),
  );
}

async function importJson(server: MeasuredProcess, body: Buffer, query: string): Promise<void> {
  expectSuccess(await send(server, 'POST', `${BASE}?initialize=false${query}`, 'application/json', body));
}

async function importZip(server: MeasuredProcess, archive: Uint8Array): Promise<void> {
  const head = '--x\r\ncontent-disposition: form-data; name="zipfile"; filename="dump.zip"\r\n\r\n';
  const body = Buffer.concat([Buffer.from(head), archive, Buffer.from('\r\n--x--\r\n')]);
  expectSuccess(await send(server, 'POST', `${BASE}/configdump.zip`, 'multipart/form-data; boundary=x', body));
}

function expectSuccess(body: Buffer): void {
  const { success, errors } = JSON.parse(body.toString()) as { success: boolean; errors: string[] };
  if (!success) throw new RangeError(`the import was refused: ${errors.slice(0, 3).join('; ')}`);
}

async function send(
  { target }: MeasuredProcess,
  method: string,
  url: string,
  type?: string,
  body?: Buffer,
): Promise<Buffer> {
  const outgoing = request({
    ...target,
    method,
    path: url,
    servername: '',
    headers: {
      'x-keyfactor-requested-with': 'bench',
      ...(body && { 'content-type': type, 'content-length': body.length }),
    },
  });
  outgoing.end(body);
  const [incoming] = (await once(outgoing, 'response')) as [AsyncIterable<Buffer> & { readonly statusCode: number }];
  const pieces: Buffer[] = [];
  for await (const piece of incoming) pieces.push(piece);
  const all = Buffer.concat(pieces);
  if (incoming.statusCode !== 200)
    throw new RangeError(`the answer was ${incoming.statusCode}: ${all.toString('utf8', 0, 500)}`);
  return all;
}
