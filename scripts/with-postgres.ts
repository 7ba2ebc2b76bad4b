/**
 * Runs a command with a PostgreSQL server of its own: `node scripts/with-postgres.ts COMMAND ARGUMENT...`.
 *
 * The command finds the server's URL in SEALWRIGHT_TEST_POSTGRES, and in SEALWRIGHT_TEST_PREPARED a directory for what tests keep beside
 * its databases. SIGUSR2 to the process that SEALWRIGHT_TEST_POSTGRES_KEEPER names has the server restarted, as after a crash. The cluster lives in a temporary directory on a port of 127.0.0.1
 * that is free, runs as a user other than root, trusts local connections, and is deleted afterwards.
 */
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import process from 'node:process';

const [command, ...commandArguments] = process.argv.slice(2);
if (command === undefined) {
  console.error('usage: node scripts/with-postgres.ts COMMAND ARGUMENT...');
  process.exit(2);
}

const binaries = findBinaries();
const directory = mkdtempSync(join(tmpdir(), 'sealwright-postgres-'));
let status = 1;
try {
  status = await withServer(command, commandArguments);
} finally {
  rmSync(directory, { recursive: true, force: true });
}
process.exit(status);

async function withServer(command: string, commandArguments: readonly string[]): Promise<number> {
  const data = join(directory, 'data');
  const log = join(directory, 'log');
  if (process.getuid?.() === 0) giveTo('postgres');
  runAsOwner('initdb', ['-D', data, '-A', 'trust', '-U', 'postgres', '-E', 'UTF8', '--no-sync', '--locale=C.UTF-8']);
  const port = await freePort();
  const options = `-p ${port} -k '${directory}' -c listen_addresses=127.0.0.1 -c max_connections=600`;
  try {
    runAsOwner('pg_ctl', ['-D', data, '-l', log, '-o', options, '-w', 'start']);
  } catch (error) {
    if (existsSync(log)) console.error(readFileSync(log, 'utf8'));
    throw error;
  }
  process.on('SIGUSR2', () => {
    runAsOwner('pg_ctl', ['-D', data, '-l', log, '-o', options, '-m', 'immediate', '-w', 'restart']);
  });
  try {
    return await runCommand(command, commandArguments, `postgres://postgres@127.0.0.1:${port}/postgres`);
  } finally {
    runAsOwner('pg_ctl', ['-D', data, '-m', 'immediate', '-w', 'stop']);
  }
}

/** Waits for the command; a signal that ends this script ends the command first, so that the server is stopped in any case. */
function runCommand(command: string, commandArguments: readonly string[], url: string): Promise<number> {
  const child = spawn(command, commandArguments, {
    stdio: 'inherit',
    env: {
      ...process.env,
      SEALWRIGHT_TEST_POSTGRES: url,
      SEALWRIGHT_TEST_POSTGRES_KEEPER: String(process.pid),
      SEALWRIGHT_TEST_PREPARED: join(directory, 'prepared'),
    },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => child.kill(signal));
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('exit', (code) => resolve(code ?? 1));
  });
}

/** The newest installation of Debian's layout, else whatever the path has. */
function findBinaries(): string {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).toSorted((a, b) => Number(b) - Number(a)) : [];
  const candidates = [
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env['PATH'] ?? '').split(delimiter),
  ];
  const found = candidates.find((candidate) => existsSync(join(candidate, 'initdb')));
  if (found === undefined) {
    console.error('PostgreSQL is not installed: neither /usr/lib/postgresql/*/bin nor the path has initdb.');
    process.exit(1);
  }
  return found;
}

/** PostgreSQL refuses to run as root. */
function giveTo(user: string): void {
  chmodSync(directory, 0o700);
  check('chown', spawnSync('chown', [user, directory], { stdio: 'inherit' }));
}

function runAsOwner(program: string, programArguments: readonly string[]): void {
  const command = [join(binaries, program), ...programArguments];
  const whole = process.getuid?.() === 0 ? ['runuser', '-u', 'postgres', '--', ...command] : command;
  check(program, spawnSync(whole[0]!, whole.slice(1), { stdio: ['ignore', 'ignore', 'inherit'], cwd: directory }));
}

function check(program: string, { status, error }: { status: number | null; error?: Error | undefined }): void {
  if (status !== 0) throw new TypeError(`${program} ended with ${status ?? 'a signal'}`, { cause: error });
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const address = server.address();
  await new Promise((resolve) => {
    server.close(resolve);
  });
  if (address === null || typeof address === 'string') throw new TypeError('a TCP server has no port');
  return address.port;
}
