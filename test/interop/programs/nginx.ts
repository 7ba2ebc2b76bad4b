/** A real nginx on a free port of this machine that staples OCSP answers to its handshakes. */
import { spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { endProgram, freePort, untilListening } from './listening-program.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

/** A test, or a whole suite, at whose end something is stopped. */
type Ends = { after(end: () => unknown): void };

export interface NginxOptions {
  /** PEM of the certificate that it shows and of its chain. */
  readonly chain: string;
  /** PEM of its key. */
  readonly key: string;
  /** PEM of the CA that has certified it. */
  readonly ca: string;
  /** The URL of the OCSP responder. */
  readonly responder: string;
}

/** Starts it, and returns its URL, and what it has logged. */
export async function startNginx(
  t: Ends,
  { chain, key, ca, responder }: NginxOptions,
): Promise<{ readonly url: string; readonly log: () => string }> {
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-nginx-'));
  atEnd(t, () => rmSync(directory, { recursive: true }));
  const port = await freePort();
  for (const name of TEMPORARY) mkdirSync(path.join(directory, name));
  const write = (name: string, text: string) => writeFileSync(path.join(directory, name), text, { mode: 0o600 });
  write('chain.pem', chain);
  write('key.pem', key);
  write('ca.pem', ca);
  write(
    'nginx.conf',
    `daemon off; master_process off; pid nginx.pid; error_log stderr info;
     events {}
     http {
       access_log off;
       ${TEMPORARY.map((name) => `${name}_temp_path ${name};`).join('\n')}
       server {
         listen 127.0.0.1:${port} ssl;
         ssl_certificate chain.pem; ssl_certificate_key key.pem;
         ssl_stapling on; ssl_stapling_verify on;
         ssl_stapling_responder ${responder}; ssl_trusted_certificate ca.pem;
         return 200 'here';
       }
     }`,
  );
  const args = ['-p', directory, '-c', path.join(directory, 'nginx.conf')];
  const program = spawn('/usr/sbin/nginx', args, { stdio: ['ignore', 'ignore', 'pipe'] });
  let said = '';
  program.stderr.on('data', (piece: Buffer) => (said += piece.toString()));
  program.on('error', (error) => (said += error.message));
  atEnd(t, () => endProgram(program));
  await untilListening(program, port, () => said);
  return { url: `https://localhost:${port}`, log: () => said };
}

const TEMPORARY = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
