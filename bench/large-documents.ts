/**
 * Memory and time that one large document takes: `node bench/large-documents.ts [options]`.
 *
 *   --megabytes N    of the document (100), at most 104
 *   --at-once N      documents that are sent at the same time (1)
 *   --database URL   PostgreSQL instead of the embedded database
 *
 * The document is sent as a form to the workers that a new installation begins with, to a server that has just been started. Resident memory is
 * read every 20 ms while the answer is under way. A document of one megabyte shows what the workers take whatever the size. The floor is the same request
 * to a worker that only hashes and signs.
 */
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { request } from 'node:https';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { jsonRequest, sendAll, type Target } from './http-load.ts';
import { type MeasuredProcess, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';
import { makePdf } from './signing-requests.ts';

const { megabytes, 'at-once': atOnce, database } = readOptions({ megabytes: 100, 'at-once': 1, database: undefined });

/** As the properties of the worker want it. */
interface Kind {
  readonly name: string;
  readonly worker: 'PlainSigner' | 'CMSSigner' | 'PDFSigner';
  readonly properties: Readonly<Record<string, string>>;
}

const BOTH = {
  ARCHIVERS: 'org.signserver.server.archive.base64dbarchiver.Base64DatabaseArchiver',
  'ARCHIVER0.ARCHIVE_OF_TYPE': 'REQUEST_AND_RESPONSE',
};
const DETACHED = { DETACHEDSIGNATURE: 'TRUE' };
const home = mkdtempSync(path.join(tmpdir(), 'bench-large-'));
const disk = path.join(home, 'archive');
mkdirSync(disk);
/** Of the workers that an installation begins with. */
const WORKER_IDS = { PlainSigner: 1, CMSSigner: 2, PDFSigner: 3 };
const TO_DISK = { ARCHIVETODISK: 'TRUE', ARCHIVETODISK_PATH_BASE: disk };
const KINDS: readonly Kind[] = [
  { name: 'plain (floor)', worker: 'PlainSigner', properties: {} },
  { name: 'plain, archived', worker: 'PlainSigner', properties: BOTH },
  { name: 'CMS, detached', worker: 'CMSSigner', properties: DETACHED },
  { name: 'CMS, detached, archived', worker: 'CMSSigner', properties: { ...DETACHED, ...BOTH } },
  { name: 'CMS, archived', worker: 'CMSSigner', properties: BOTH },
  { name: 'PDF', worker: 'PDFSigner', properties: {} },
  { name: 'PDF, to the disk', worker: 'PDFSigner', properties: TO_DISK },
  { name: 'PDF, to the disk, archived', worker: 'PDFSigner', properties: { ...TO_DISK, ...BOTH } },
];

try {
  for (const octets of [1_000_000, megabytes * 1_000_000]) {
    for (const kind of KINDS) report(octets, kind, await measure(octets, kind));
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

async function measure(octets: number, { worker, properties }: Kind) {
  const server = await startProcess('server', home, database, [`--worker-directory=${disk}`]);
  try {
    const { target } = server;
    await setProperties(target, worker, properties);
    const document = worker === 'PDFSigner' ? makePdf(randomBytes(octets - 1000)) : randomBytes(octets);
    const watch = watchMemory(server);
    const before = await server.observe();
    const started = performance.now();
    const answers = await Promise.all(Array.from({ length: atOnce }, () => send(target, worker, document)));
    const seconds = (performance.now() - started) / 1000;
    const cpuSeconds = ((await server.observe()).cpuSeconds - before.cpuSeconds) / atOnce;
    return { ...(await watch.end()), answered: answers[0]!, seconds, cpuSeconds };
  } finally {
    await server.stop();
  }
}

/** Has the worker archive and answer as the kind wants it, and as no kind before. */
async function setProperties(target: Target, worker: Kind['worker'], properties: Kind['properties']): Promise<void> {
  const others = Object.keys({ ...BOTH, ...TO_DISK, ...DETACHED }).filter((name) => !(name in properties));
  const removed = Object.fromEntries(others.map((name) => [`-${name}`, '']));
  const line = `PATCH /signserver/rest/v1/workers/${WORKER_IDS[worker]}`;
  const patch = jsonRequest(target, line, { properties: { ...properties, ...removed } });
  const { failed, firstFailure } = await sendAll(target, [patch], 1);
  if (failed > 0) throw new RangeError(`the worker was not changed: ${firstFailure}`);
}

/** @returns how many octets the answer has */
async function send(target: Target, worker: string, document: Uint8Array): Promise<number> {
  const head = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="document"\r\n\r\n');
  const end = Buffer.from('\r\n--x--\r\n');
  const outgoing = request({
    ...target,
    method: 'POST',
    path: `/signserver/rest/v1/workers/${worker}/process`,
    servername: '',
    headers: {
      accept: 'application/octet-stream',
      'x-keyfactor-requested-with': 'bench',
      'content-type': 'multipart/form-data; boundary=x',
      'content-length': head.length + document.length + end.length,
    },
  });
  outgoing.write(head);
  outgoing.write(document);
  outgoing.end(end);
  const [incoming] = (await once(outgoing, 'response')) as [AsyncIterable<Buffer> & { readonly statusCode: number }];
  let octets = 0;
  for await (const piece of incoming) octets += piece.length;
  if (incoming.statusCode !== 200) throw new RangeError(`the answer was ${incoming.statusCode}`);
  return octets;
}

function watchMemory(server: MeasuredProcess) {
  const seen: number[] = [];
  const watch = { ended: false };
  const watching = (async () => {
    while (!watch.ended) {
      seen.push((await server.observe()).residentBytes / 1_000_000);
      await sleep(20);
    }
  })();
  return {
    async end() {
      watch.ended = true;
      await watching;
      return { idleMegabytes: seen[0]!, mostMegabytes: Math.max(...seen) };
    },
  };
}

function report(octets: number, { name }: Kind, measured: Awaited<ReturnType<typeof measure>>): void {
  const { answered, cpuSeconds, idleMegabytes, mostMegabytes, seconds } = measured;
  const size = `${(octets / 1_000_000).toFixed(0)} MB`.padStart(6);
  console.log(
    `${name.padEnd(27)}${size}   answer ${(answered / 1_000_000).toFixed(1).padStart(5)} MB in ${seconds.toFixed(2)} s, CPU ${cpuSeconds.toFixed(2)} s each   ` +
      `resident ${mostMegabytes.toFixed(0)} MB at most, ${idleMegabytes.toFixed(0)} MB before`,
  );
}
