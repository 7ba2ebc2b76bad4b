/** The Versity S3 gateway on a free port of this machine, over files of a directory: a program of Go that is built for a test. */
import { type ChildProcess, execFile, spawn, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { TestCa } from '../../pki/test-pki.ts';
import { endProgram, freePort, untilListening } from './listening-program.ts';

const SOURCE = path.join(import.meta.dirname, 's3-storage');

export class S3Storage {
  readonly ca: TestCa = TestCa.root('CN=Storage CA');
  readonly port: number;
  readonly #directory: string;
  #process: ChildProcess | undefined;

  private constructor(directory: string, port: number) {
    this.#directory = directory;
    this.port = port;
  }

  /** Builds the program, and starts it with the bucket {@link BUCKET} and a user who may not write there. */
  static async start(): Promise<S3Storage> {
    const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-s3-'));
    const program = path.join(directory, 'versitygw');
    const build = ['build', '-mod=readonly', '-o', program, 'github.com/versity/versitygw/cmd/versitygw'];
    await promisify(execFile)('go', build, { cwd: SOURCE });
    const storage = new S3Storage(directory, await freePort());
    const server = storage.ca.issueServer(`dNSName=localhost, dNSName=${BUCKET}.localhost, iPAddress=127.0.0.1`);
    writeFileSync(path.join(directory, 'server.pem'), server.certificatePem);
    writeFileSync(path.join(directory, 'server.key'), server.privateKeyPem);
    writeFileSync(path.join(directory, 'ca.pem'), storage.ca.certificatePem);
    for (const name of ['data', 'metadata', 'users']) mkdirSync(path.join(directory, name));
    await storage.run();
    storage.curl(`/${BUCKET}`, '-X', 'PUT');
    storage.#admin('create-user', '--access', STRANGER.id, '--secret', STRANGER.key, '--role', 'user');
    return storage;
  }

  /** Starts it with what it holds. */
  async run(): Promise<void> {
    const at = (name: string) => path.join(this.#directory, name);
    const tls = ['--cert', at('server.pem'), '--key', at('server.key'), '--virtual-domain', `localhost:${this.port}`];
    const users = [
      '--access',
      OWNER.id,
      '--secret',
      OWNER.key,
      '--region',
      REGION,
      '--iam-dir',
      at('users'),
      '--quiet',
    ];
    const files = ['posix', '--sidecar', at('metadata'), at('data')];
    const args = ['--port', `127.0.0.1:${this.port}`, ...tls, ...users, ...files];
    const child = spawn(at('versitygw'), args, { stdio: 'ignore' });
    this.#process = child;
    await untilListening(child, this.port, () => '');
  }

  /** Stops it. What it holds stays. */
  async stop(): Promise<void> {
    if (this.#process !== undefined) await endProgram(this.#process);
  }

  /** Stops it for good. */
  async remove(): Promise<void> {
    await this.stop();
    rmSync(this.#directory, { recursive: true });
  }

  /** An object of the bucket, as curl gets it; undefined where there is none. */
  object(key: string): { readonly headers: string; readonly body: Buffer } | undefined {
    const file = path.join(this.#directory, 'fetched');
    const headers = this.curl(`/${BUCKET}/${key}`, '-o', file, '-D', '-');
    return headers.includes(' 404 ') ? undefined : { headers: headers.toLowerCase(), body: readFileSync(file) };
  }

  /** Makes a request of the owner by curl, and returns what that prints. */
  curl(target: string, ...args: readonly string[]): string {
    const own = ['-sS', '--aws-sigv4', `aws:amz:${REGION}:s3`, '--user', `${OWNER.id}:${OWNER.key}`];
    const headers = ['-H', 'x-amz-content-sha256: UNSIGNED-PAYLOAD', '--cacert', path.join(this.#directory, 'ca.pem')];
    return run('curl', [...own, ...headers, ...args, `https://127.0.0.1:${this.port}${target}`]);
  }

  #admin(...args: readonly string[]): void {
    const own = ['--access', OWNER.id, '--secret', OWNER.key, '--region', REGION, '--allow-insecure'];
    const endpoint = ['--endpoint-url', `https://127.0.0.1:${this.port}`];
    run(path.join(this.#directory, 'versitygw'), ['admin', ...own, ...endpoint, ...args]);
  }
}

export const BUCKET = 'pki-objects';
export const REGION = 'eu-north-1';
export const OWNER = { id: 'owner', key: 'canary-of-the-owner' };
export const STRANGER = { id: 'stranger', key: 'canary-of-the-stranger' };

function run(program: string, args: readonly string[]): string {
  const { status, stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', timeout: 60_000 });
  if (status !== 0) throw error ?? new RangeError(`${program} ended with ${status}: ${stderr}`);
  return stdout;
}
