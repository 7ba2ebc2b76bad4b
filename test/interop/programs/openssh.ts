/** `ssh-keygen` and its siblings in a directory of their own. Without these programs a test fails. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** The outcome of a program. */
export interface Outcome {
  readonly status: number;
  /** Standard output and standard error. */
  readonly output: string;
}

export class OpenSsh {
  /** Where the commands run, so that files are named without a path. */
  readonly directory: string = mkdtempSync(join(tmpdir(), 'sealwright-openssh-'));

  /** Returns the output of `ssh-keygen`. Throws when it fails. */
  keygen(...args: readonly string[]): string {
    const { status, output } = this.outcome('ssh-keygen', ...args);
    if (status !== 0) throw new RangeError(`ssh-keygen ${args.join(' ')} ended with ${status}: ${output}`);
    return output;
  }

  /** Runs a program, whether it fails or not. */
  outcome(program: string, ...args: readonly string[]): Outcome {
    const options = {
      cwd: this.directory,
      encoding: 'utf8',
      env: { ...process.env, TZ: 'UTC' },
      timeout: 60_000,
    } as const;
    const { status, stdout, stderr, error } = spawnSync(program, args, options);
    if (error !== undefined) throw error;
    return { status: status ?? -1, output: stdout + stderr };
  }

  write(name: string, content: string | Uint8Array): void {
    writeFileSync(join(this.directory, name), content, { mode: 0o600 });
  }

  read(name: string): string {
    return readFileSync(join(this.directory, name), 'utf8');
  }

  readBytes(name: string): Uint8Array {
    return new Uint8Array(readFileSync(join(this.directory, name)));
  }

  path(name: string): string {
    return join(this.directory, name);
  }

  remove(): void {
    rmSync(this.directory, { recursive: true });
  }
}
