/** pkilint, as a library of Python in an environment that is made for the tests, and the fixtures of its own tests. */
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { pythonEnvironment } from '../../../scripts/python-environment.ts';

const run = promisify(execFile);
const SOURCE = path.join(import.meta.dirname, 'pkilint-client');
const FIXTURES = fileURLToPath(new URL('../../../build/pkilint-fixtures', import.meta.url));

/** The repository of pkilint: its fixtures are in no package. */
const REPOSITORY = process.env['PKILINT_REPOSITORY'] ?? 'https://github.com/digicert/pkilint.git';
/** Release 0.13.3. */
const COMMIT = 'd59210588a90562804fb1496257905d6785791c5';
const CHECKED_OUT = path.join(FIXTURES, COMMIT);

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

/** What pkilint says of an object. */
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
  await checkOut();
  return [
    ...fixtures('integration_certificate/pkix', 'pkix'),
    ...fixtures('integration_certificate/etsi', 'pkix'),
    ...fixtures('integration_certificate/tls_br', 'serverauth', (folder) => folder.toUpperCase()),
    ...fixtures('integration_certificate/smime_br', 'smime', (folder) => folder),
    ...fixtures('integration_crl/pkix', 'crl'),
    ...fixtures('integration_crl/cabf', 'arl', () => 'BR'),
  ];
}

/** Several test files may do it at once. */
async function checkOut(): Promise<void> {
  if (existsSync(CHECKED_OUT)) return;
  mkdirSync(FIXTURES, { recursive: true });
  const clone = mkdtempSync(path.join(FIXTURES, 'clone-'));
  try {
    await run('git', ['clone', '-q', '--no-checkout', REPOSITORY, clone]);
    await run('git', ['-C', clone, 'checkout', '-q', COMMIT, '--', 'tests']);
  } catch (error) {
    rmSync(clone, { recursive: true });
    throw new TypeError(
      `pkilint's repository cannot be cloned from ${REPOSITORY}: give a clone that you have as PKILINT_REPOSITORY`,
      { cause: error },
    );
  }
  try {
    renameSync(clone, CHECKED_OUT);
  } catch (error) {
    rmSync(clone, { recursive: true });
    if (!existsSync(CHECKED_OUT)) throw error;
  }
}

function fixtures(
  place: string,
  linter: PkilintLinter,
  typeOf: (folder: string) => string | undefined = () => undefined,
): readonly ForPkilint[] {
  const root = path.join(CHECKED_OUT, 'tests', place);
  return readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('test'))
    .toSorted()
    .map((file) => {
      const type = typeOf(path.dirname(file));
      const [, base64] = /-----BEGIN [^-]+-----([^-]+)-----END/.exec(readFileSync(path.join(root, file), 'utf8'))!;
      return {
        file: `${path.basename(place)}/${file}`,
        der: Buffer.from(base64!, 'base64'),
        linter,
        ...(type === undefined ? {} : { type }),
      };
    });
}
