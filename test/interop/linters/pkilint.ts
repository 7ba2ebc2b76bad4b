/** pkilint, as a library of Python in an environment that is made for the tests, and the fixtures of its own tests. */
import { spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { pythonEnvironment } from '../../../scripts/python-environment.ts';
import { checkOut } from '../programs/repository.ts';

const SOURCE = path.join(import.meta.dirname, 'pkilint-client');

/** Its fixtures are in no package. */
const FIXTURES = {
  name: 'pkilint-fixtures',
  url: 'https://github.com/digicert/pkilint.git',
  variable: 'PKILINT_REPOSITORY',
  /** Release 0.13.3. */
  commit: 'd59210588a90562804fb1496257905d6785791c5',
  paths: ['tests'],
};

export type PkilintLinter = 'pkix' | 'serverauth' | 'smime' | 'crl' | 'arl' | 'ocsp';

/** An object, and who is to lint it. */
export interface ForPkilint {
  readonly file: string;
  readonly der: Uint8Array;
  readonly linter: PkilintLinter;
  /** pkilint's type of a certificate, `BR` for a CRL of a public CA. Found from what the certificate says unless given. */
  readonly type?: string;
}

/** An error, by the code of the validation that finds it. */
export interface PkilintError {
  readonly code: string;
  readonly message: string;
}

/** The answer of pkilint on an object. */
export interface PkilintAnswer {
  readonly type?: string;
  readonly errors: readonly PkilintError[];
  /** The reason why it does not take the object at all. */
  readonly unreadable?: string;
}

export class Pkilint {
  readonly #python = pythonEnvironment('pkilint', path.join(SOURCE, 'requirements.txt'));

  /** The validations of the levels ERROR and FATAL. */
  async validations(): Promise<Readonly<Record<'pkix' | 'serverauth' | 'smime' | 'crl' | 'ocsp', readonly string[]>>> {
    return JSON.parse(await this.#call('validations', '')) as Awaited<ReturnType<Pkilint['validations']>>;
  }

  /** Lints objects; the answers are in their order. */
  async lint(objects: readonly ForPkilint[]): Promise<readonly PkilintAnswer[]> {
    const lines = objects.map(({ der, linter, type }) =>
      JSON.stringify({ der: Buffer.from(der).toString('base64'), linter, type }),
    );
    const written = (await this.#call('lint', lines.join('\n'))).trim();
    return written.split('\n').map((line) => ({ errors: [], ...(JSON.parse(line) as Partial<PkilintAnswer>) }));
  }

  async #call(command: string, input: string): Promise<string> {
    const child = spawn(this.#python, [path.join(SOURCE, 'lint.py'), command], { stdio: ['pipe', 'pipe', 'inherit'] });
    child.stdin.end(input);
    const ended = new Promise((resolve) => child.once('close', resolve));
    const written = await text(child.stdout);
    if ((await ended) !== 0) throw new TypeError(`lint.py ${command} failed`);
    return written;
  }
}

/** The fixtures of pkilint's tests, each for the linter that it is meant for, from a clone of its repository. */
export async function pkilintFixtures(): Promise<readonly ForPkilint[]> {
  const tests = path.join(await checkOut(FIXTURES), 'tests');
  return [
    ...fixtures(path.join(tests, 'integration_certificate/pkix'), 'pkix'),
    ...fixtures(path.join(tests, 'integration_certificate/etsi'), 'pkix'),
    ...fixtures(path.join(tests, 'integration_certificate/tls_br'), 'serverauth', (folder) => folder.toUpperCase()),
    ...fixtures(path.join(tests, 'integration_certificate/smime_br'), 'smime', (folder) => folder),
    ...fixtures(path.join(tests, 'integration_crl/pkix'), 'crl'),
    ...fixtures(path.join(tests, 'integration_crl/cabf'), 'arl', () => 'BR'),
  ];
}

function fixtures(
  root: string,
  linter: PkilintLinter,
  typeOf: (folder: string) => string | undefined = () => undefined,
): readonly ForPkilint[] {
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('test'))
    .toSorted()
    .map((file) => {
      const type = typeOf(path.dirname(file));
      const [, base64] = /-----BEGIN [^-]+-----([^-]+)-----END/.exec(readFileSync(path.join(root, file), 'utf8'))!;
      return {
        file: `${path.basename(root)}/${file}`,
        der: Buffer.from(base64!, 'base64'),
        linter,
        ...(type === undefined ? {} : { type }),
      };
    });
}
