/** A real HAProxy on a free port of this machine, with the configuration of `docs/operations/load-balancer.md`. */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endProgram, freePort, untilListening } from './listening-program.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

/** A test, or a whole suite, at whose end something is stopped. */
type Ends = { after(end: () => unknown): void };

export interface HaproxyOptions {
  /** PEM of the certificate that it shows, of its chain and of its key. */
  readonly shown: string;
  /** PEM of the CAs whose certificates clients show, and of the one that has certified the server behind it. */
  readonly cas: string;
  readonly secret: string;
  /** The port of the server behind it. */
  readonly port: number;
}

/** Starts it, and returns its URL. Its requests come from 127.0.0.2. */
export async function startHaproxy(t: Ends, { shown, cas, secret, port }: HaproxyOptions): Promise<string> {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-haproxy-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const own = await freePort();
  const write = (name: string, text: string): string => {
    writeFileSync(path.join(directory, name), text, { mode: 0o600 });
    return path.join(directory, name);
  };
  const places: Readonly<Record<string, string>> = {
    '/etc/haproxy/server.pem': write('server.pem', shown),
    '/etc/haproxy/cas.pem': write('cas.pem', cas),
    '10.0.0.10:443': `127.0.0.1:${own}`,
    'source 10.0.0.10': 'source 127.0.0.2',
    '10.0.0.20:8443': `127.0.0.1:${port}`,
    'pki.internal.example': 'localhost',
  };
  const file = write('haproxy.cfg', Object.entries(places).reduce(replaced, documentedConfiguration()));
  const program = spawn('/usr/sbin/haproxy', ['-db', '-f', file], {
    env: { SEALWRIGHT_PROXY_SECRET: secret },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let said = '';
  program.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  program.on('error', (error) => (said += error.message));
  atEnd(t, () => endProgram(program));
  await untilListening(program, own, () => said);
  return `https://localhost:${own}`;
}

/** The block of the page that operators copy. */
function documentedConfiguration(): string {
  const page = new URL('../../../docs/operations/load-balancer.md', import.meta.url);
  const [, configuration] = /```haproxy\n([\s\S]*?)```/.exec(readFileSync(page, 'utf8')) ?? [];
  if (configuration === undefined) throw new RangeError('docs/operations/load-balancer.md has no configuration');
  return configuration;
}

function replaced(configuration: string, [documented, here]: readonly [string, string]): string {
  if (!configuration.includes(documented)) throw new RangeError(`the documented configuration has no ${documented}`);
  return configuration.replaceAll(documented, here);
}
