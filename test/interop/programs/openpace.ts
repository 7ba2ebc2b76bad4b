/** The commands `cvc-print` and `cvc-create` of OpenPACE in a directory of its own. Without these programs a test fails. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export class OpenPace {
  readonly #directory = mkdtempSync(join(tmpdir(), 'sealwright-openpace-'));
  readonly #trusted = join(this.#directory, 'trusted');

  constructor() {
    mkdirSync(this.#trusted);
  }

  /** Trusts a certificate, so that it is found under its holder reference. */
  trust(holder: string, certificate: Uint8Array): void {
    writeFileSync(join(this.#trusted, holder), certificate);
  }

  write(name: string, content: Uint8Array): void {
    writeFileSync(join(this.#directory, name), content, { mode: 0o600 });
  }

  read(name: string): Uint8Array {
    return new Uint8Array(readFileSync(join(this.#directory, name)));
  }

  /** Prints a certificate, whose issuer is among the trusted ones. */
  printCertificate(certificate: Uint8Array): string {
    this.write('certificate', certificate);
    return this.#run('cvc-print', '--cvc-dir', this.#trusted, '--cvc', 'certificate').output;
  }

  /** Prints a request. */
  printRequest(request: Uint8Array): string {
    this.write('request', request);
    return this.#run('cvc-print', '--csr', 'request').output;
  }

  /** Makes a certificate with `cvc-create`. */
  create(...args: readonly string[]): void {
    const { status, output } = this.#run('cvc-create', ...args);
    if (status !== 0) throw new RangeError(`cvc-create failed: ${output}`);
  }

  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }

  #run(program: string, ...args: readonly string[]): { readonly status: number | null; readonly output: string } {
    const { status, stdout, stderr, error } = spawnSync(program, args, { cwd: this.#directory, encoding: 'utf8' });
    if (error !== undefined) throw error;
    return { status, output: stdout + stderr };
  }
}
