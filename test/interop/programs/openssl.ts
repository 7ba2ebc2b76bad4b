/** The `openssl` command in a directory of its own. Without this program a test fails. */
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after } from 'node:test';

export class OpenSsl {
  /** Where the command runs, so that files are named without a path. */
  readonly directory: string = mkdtempSync(join(tmpdir(), 'sealwright-openssl-'));

  /** Returns the standard output of the command. Throws, with its standard error, when it fails. */
  run(...args: readonly string[]): string {
    return execFileSync('openssl', args, { cwd: this.directory, stdio: 'pipe' }).toString();
  }

  /** Standard output and standard error, whether the command fails or not. */
  outcome(...args: readonly string[]): { readonly status: number; readonly output: string } {
    const { status, stdout, stderr, error } = spawnSync('openssl', args, { cwd: this.directory, encoding: 'utf8' });
    if (error !== undefined) throw error;
    return { status: status ?? -1, output: stdout + stderr };
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(join(this.directory, name), content, { mode: 0o600 });
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}

/** The command for all tests of the surrounding file or suite, after which its directory is removed. */
export function sharedOpenSsl(): OpenSsl {
  const openssl = new OpenSsl();
  after(() => openssl.remove());
  return openssl;
}
