/**
 * End entities a second that `sealwright entity import` adds, beside the floor of the same run: `node bench/import.ts [options]`.
 *
 *   --count N          end entities of the file (100000; with passwords 2000)
 *   --passwords        the file has a password for each, for which the server computes a verifier
 *   --connections N    requests at once (32)
 *   --database URL     PostgreSQL instead of the embedded database
 *
 * The server is started on an empty home directory, and the command is a process of its own. `requests` are the same additions of other usernames,
 * prepared before and sent by the cheapest client there is: the difference is what the command costs. The floor gets the same requests; it keeps to
 * the embedded database.
 */
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { jsonPost, percentile, sendAll, type Target } from './http-load.ts';
import { type MeasuredProcess, type Observation, startProcess } from './measured-process.ts';
import { readOptions } from './options.ts';

const { connections, ...values } = readOptions({
  count: undefined,
  passwords: false,
  connections: 32,
  database: undefined,
});
const count = Number(values.count ?? (values.passwords ? 2000 : 100_000));
const PROGRAM = path.resolve(import.meta.dirname, '../bin/sealwright.js');
const HOOK = path.resolve(import.meta.dirname, 'usage-at-exit.ts');
const WARM_UP = values.passwords ? 200 : 4000;
const REQUESTS = values.passwords ? 1000 : 10_000;
const PROFILE = {
  passwordRequired: false,
  availableCas: ['Any CA'],
  availableCertificateProfiles: ['ENDUSER'],
  subjectDn: { CN: [{}], O: [{}] },
};

const home = mkdtempSync(path.join(tmpdir(), 'bench-import-'));
try {
  const server = await startProcess('server', home, values.database);
  try {
    const profile = path.join(home, 'profile.json');
    writeFileSync(profile, JSON.stringify(PROFILE));
    execFileSync(process.execPath, [
      PROGRAM,
      ...command(server.target, 'config', 'set', 'eeprofile', 'Bench'),
      '--file',
      profile,
    ]);
    await sendAll(server.target, posts(server.target, 'warm-up', WARM_UP), connections);
    await reportImport(server);
    await reportRequests('requests', server);
  } finally {
    await server.stop();
  }
  const floor = await startProcess('import-floor', home, undefined);
  try {
    await sendAll(floor.target, posts(floor.target, 'warm-up', WARM_UP), connections);
    await reportRequests('floor', floor);
  } finally {
    await floor.stop();
  }
} finally {
  rmSync(home, { recursive: true, force: true });
}

/** The import of the whole file, with what both processes need for it. */
async function reportImport(server: MeasuredProcess): Promise<void> {
  const file = path.join(home, 'end-entities.csv');
  const lines = Array.from({ length: count }, (_, number) => {
    const { username, password = '', subject_dn: subject, email } = endEntity('import', number);
    return `${username},${password},"${subject}",${email}\n`;
  });
  writeFileSync(file, `username,password,subject_dn,email\n${lines.join('')}`);
  const place = ['--ca', 'ManagementCA', '--profile', 'ENDUSER', '--end-entity-profile', 'Bench'];
  const given = [file, ...place, '--connections', String(connections)];
  const before = await server.observe();
  const began = performance.now();
  const usage = path.join(home, 'usage.json');
  const child = spawn(
    process.execPath,
    ['--import', HOOK, PROGRAM, ...command(server.target, 'entity', 'import'), ...given],
    { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, BENCH_USAGE: usage } },
  );
  const [code] = (await once(child, 'exit')) as [number | null];
  const seconds = (performance.now() - began) / 1000;
  const after = await server.observe();
  if (code !== 0) throw new RangeError(`the import ended with ${code}`);
  const client = JSON.parse(readFileSync(usage, 'utf8')) as Pick<Observation, 'cpuSeconds' | 'residentBytes'>;
  const cpu = ((after.cpuSeconds - before.cpuSeconds) / count) * 1e6;
  print('import', [
    `${(count / seconds).toFixed(0)}/s`,
    `${count} in ${seconds.toFixed(1)} s`,
    `CPU ${cpu.toFixed(0)} us each of the server, ${((client.cpuSeconds / count) * 1e6).toFixed(0)} of the command`,
    `longest stall ${(after.stallSeconds * 1000).toFixed(0)} ms`,
    `resident ${megabytes(after.residentBytes)} MB the server, at most ${megabytes(client.residentBytes)} MB the command`,
  ]);
}

async function reportRequests(name: string, measured: MeasuredProcess): Promise<void> {
  const before = await measured.observe();
  const load = await sendAll(measured.target, posts(measured.target, 'request', REQUESTS), connections);
  const after = await measured.observe();
  if (load.failed > 0)
    throw new RangeError(`${load.failed} additions failed; the first answer was: ${load.firstFailure}`);
  const cpu = ((after.cpuSeconds - before.cpuSeconds) / load.answered) * 1e6;
  print(name, [
    `${(load.answered / load.seconds).toFixed(0)}/s`,
    `p50 ${percentile(load.latenciesMs, 0.5).toFixed(1)} ms`,
    `p99 ${percentile(load.latenciesMs, 0.99).toFixed(1)} ms`,
    `CPU ${cpu.toFixed(0)} us each`,
    `resident ${megabytes(after.residentBytes)} MB`,
  ]);
}

function posts(target: Target, batch: string, number: number): Buffer[] {
  const place = { ca_name: 'ManagementCA', certificate_profile_name: 'ENDUSER', end_entity_profile_name: 'Bench' };
  return Array.from({ length: number }, (_, at) =>
    jsonPost(target, '/ejbca/ejbca-rest-api/v1/endentity', {
      ...endEntity(batch, at),
      ...place,
      token: 'USERGENERATED',
    }),
  );
}

function endEntity(batch: string, number: number) {
  const username = `${batch}-${number}`;
  const password = values.passwords ? { password: `secret of ${username}` } : {};
  return { username, ...password, subject_dn: `CN=${username},O=Example`, email: `${username}@example.org` };
}

function command({ port }: Target, ...words: readonly string[]): readonly string[] {
  return [...words, '--server', `https://localhost:${port}`, '--home', home];
}

function print(name: string, figures: readonly string[]): void {
  console.log(`${name.padEnd(9)} ${figures.join(', ')}`);
}

function megabytes(octets: number): string {
  return (octets / 2 ** 20).toFixed(0);
}
