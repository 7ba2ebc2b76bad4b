/** zlint, in a program of Go that is built for a test. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const SOURCE = path.join(import.meta.dirname, 'zlint-client');
const PROGRAM = 'zlint-client';
const MODULE = 'github.com/zmap/zlint/v3';

/** The description that zlint has of a lint. */
export interface ZlintLint {
  /** It begins with `e_` where it finds errors. */
  readonly name: string;
  /** `RFC5280`, `CABF_BR` and others. */
  readonly source: string;
}

/** The findings of zlint on a certificate. */
export interface Linted {
  readonly file: string;
  /** In Base64. */
  readonly der: string;
  /** True when zlint takes it for the certificate of a TLS server. */
  readonly tls: boolean;
  /** True when it takes it for one for mail. */
  readonly smime: boolean;
  /** True when a policy of it is for code signing. */
  readonly codeSigning: boolean;
  /** The lints that find an error. */
  readonly errors: readonly string[];
}

/** A lint of CRLs or OCSP responses. */
export interface RevocationLint {
  readonly name: string;
  readonly kind: 'crl' | 'ocsp';
}

/** The findings of zlint on a CRL or an OCSP response. */
export interface RevocationLinted {
  readonly file: string;
  readonly kind: 'crl' | 'ocsp';
  /** In Base64. */
  readonly der: string;
  /** The lints that find an error. */
  readonly errors: readonly string[];
}

export class Zlint {
  readonly #directory: string;

  private constructor(directory: string) {
    this.#directory = directory;
  }

  /** Builds the program. */
  static async build(): Promise<Zlint> {
    const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-zlint-'));
    await run('go', ['build', '-mod=readonly', '-o', path.join(directory, PROGRAM), '.'], { cwd: SOURCE });
    return new Zlint(directory);
  }

  /** Removes the program. */
  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }

  /** All lints of certificates. */
  async lints(): Promise<readonly ZlintLint[]> {
    return (await this.#lines()) as readonly ZlintLint[];
  }

  /** The certificates of its own tests. */
  async ownCertificates(): Promise<readonly Linted[]> {
    return this.lint(await ownData());
  }

  /** All lints of CRLs and OCSP responses. */
  async revocationLints(): Promise<readonly RevocationLint[]> {
    return (await this.#lines('revocation')) as readonly RevocationLint[];
  }

  /** The CRLs and OCSP responses of its own tests. */
  async ownRevocations(): Promise<readonly RevocationLinted[]> {
    return this.lintRevocations(await ownData());
  }

  /** The CRLs and OCSP responses in the files of a directory. */
  async lintRevocations(directory: string): Promise<readonly RevocationLinted[]> {
    return (await this.#lines('revocation', directory)) as readonly RevocationLinted[];
  }

  /** The certificates in the files `*.pem` of a directory. */
  async lint(directory: string): Promise<readonly Linted[]> {
    return (await this.#lines(directory)) as readonly Linted[];
  }

  async #lines(...args: readonly string[]): Promise<readonly unknown[]> {
    const { stdout } = await run(path.join(this.#directory, PROGRAM), args, { maxBuffer: 2 ** 26 });
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown);
  }
}

/** The data of its own tests. */
async function ownData(): Promise<string> {
  const { stdout } = await run('go', ['list', '-mod=readonly', '-m', '-f', '{{.Dir}}', MODULE], { cwd: SOURCE });
  return path.join(stdout.trim(), 'testdata');
}
