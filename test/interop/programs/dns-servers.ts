/** BIND and Unbound on free ports of this machine: a signed root zone of a test, and a resolver that verifies it. */
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { CaaAnswer } from '../../../packages/server/src/modules/ra/index.ts';
import { DnsCaaResolver } from '../../../packages/server/src/outbound/dns-caa-resolver.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import { freePort } from './listening-program.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

/** A test, or a whole suite, at whose end something is stopped. */
type Ends = { after(end: () => unknown): void };

export interface DnsServers {
  /** Answers for the zone, and verifies nothing. */
  readonly authoritative: number;
  /** Asks the one above, and verifies by the right key. */
  readonly verifying: number;
  /** The same with another key: nothing that it is told is genuine. */
  readonly distrusting: number;
}

/**
 * Starts them.
 *
 * @param records - of the root zone, which is signed
 * @param hidden - a domain whose questions are refused
 */
export async function startDnsServers(t: Ends, records: readonly string[], hidden: string): Promise<DnsServers> {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-dns-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const write = (name: string, lines: readonly string[]) =>
    writeFileSync(path.join(directory, name), lines.map((line) => `${line}\n`).join(''));
  const run = (program: string, ...args: readonly string[]): string => {
    const { status, error, stdout, stderr } = spawnSync(program, args, { cwd: directory, encoding: 'utf8' });
    if (status !== 0) throw error ?? new RangeError(`${program}: ${stderr}`);
    return stdout.trim();
  };
  const soa = ['$TTL 300', '@ SOA ns.test. admin.test. 1 3600 600 86400 120', '@ NS ns.test.'];
  write('root.zone', [...soa, 'ns.test. A 127.0.0.1', ...records]);
  write('hidden.zone', soa);
  const key = (...kind: readonly string[]) => run('dnssec-keygen', '-q', '-a', 'ECDSAP256SHA256', ...kind, '.');
  const anchor = key('-f', 'KSK');
  key();
  run('dnssec-signzone', '-q', '-S', '-o', '.', '-f', 'signed.zone', 'root.zone');
  // Made after the zone was signed: it has signed nothing.
  const stranger = key('-f', 'KSK');
  const authoritative = await freePort();
  write('named.conf', [
    `options { directory "${directory}"; pid-file none; session-keyfile none; listen-on-v6 { none; };`,
    `  listen-on port ${authoritative} { 127.0.0.1; }; recursion yes; dnssec-validation no; };`,
    'controls { };',
    'zone "." { type primary; file "signed.zone"; };',
    `zone "${hidden}" { type primary; file "hidden.zone"; allow-query { none; }; };`,
  ]);
  await start(t, 'named', ['-g', '-c', path.join(directory, 'named.conf')], authoritative, isAnswered);
  const resolver = async (name: string, trusted: string, isReady: (answer: CaaAnswer) => boolean) => {
    const port = await freePort();
    write(`${name}.conf`, [
      'server:',
      `  interface: 127.0.0.1@${port}`,
      `  directory: "${directory}"`,
      '  do-daemonize: no',
      '  use-syslog: no',
      '  chroot: ""',
      '  username: ""',
      '  pidfile: ""',
      '  do-not-query-localhost: no',
      `  trust-anchor-file: "${path.join(directory, `${trusted}.key`)}"`,
      'stub-zone:',
      '  name: "."',
      `  stub-addr: 127.0.0.1@${authoritative}`,
      'remote-control:',
      '  control-enable: no',
    ]);
    await start(t, 'unbound', ['-d', '-c', path.join(directory, `${name}.conf`)], port, isReady);
    return port;
  };
  return {
    authoritative,
    verifying: await resolver('verifying', anchor, isAnswered),
    // It is told nothing that it may believe.
    distrusting: await resolver('distrusting', stranger, isHeard),
  };
}

/** Returns whether the server knows the zone: while it loads it, it answers that it fails. */
function isAnswered({ outcome }: CaaAnswer): boolean {
  return outcome === 'answered';
}

/** Returns whether the server answers, whatever it says. */
function isHeard(answer: CaaAnswer): boolean {
  return answer.outcome === 'answered' || answer.reason.includes('the resolver answered');
}

/** Starts a server, and waits until it is ready. */
async function start(
  t: Ends,
  program: string,
  args: readonly string[],
  port: number,
  isReady: (answer: CaaAnswer) => boolean,
): Promise<void> {
  const child = spawn(program, args, { stdio: ['ignore', 'ignore', 'pipe'], env: { ...process.env, PATH } });
  let log = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => (log += text));
  const missing = new Promise<never>((_, reject) => child.once('error', reject));
  atEnd(t, () => ended(child));
  const asking = new DnsCaaResolver({
    servers: [{ host: '127.0.0.1', port }],
    random: systemRandom(),
    onFailure: () => undefined,
    timeoutMs: 500,
  });
  for (let tries = 0; ; tries++) {
    const answer = await Promise.race([asking.lookUp('a.com'), missing]);
    if (isReady(answer)) return;
    if (tries > 200 || child.exitCode !== null) throw new RangeError(`${program} does not answer: ${log}`);
    await pause(50);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.pid === undefined) return;
  const end = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGKILL');
  await end;
}

/** Servers stand where only administrators look. */
const PATH = `${process.env['PATH'] ?? ''}:/usr/sbin`;
