/** A repository with the launcher of this one and a program of a few lines, for starts whose sources are changed. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { text } from 'node:stream/consumers';

/** The figures that the small program reports of itself. */
export interface Said {
  /** The directory of its bundle; undefined when it runs from its sources. */
  readonly bundle: string | undefined;
  readonly greeting: string;
  readonly dependency: string;
  /** The first line of the trace of an error that the program throws, and of one in a thread of it. */
  readonly thrownAt: string;
  readonly thrownInThreadAt: string;
  readonly standardError: string;
}

const REPOSITORY = path.join(import.meta.dirname, '../..');

const FILES = {
  'package.json': '{ "type": "module" }',
  'packages/server/package.json':
    '{ "type": "module", "sideEffects": false, "exports": { "./main": "./src/main.ts" }, "imports": { "#traced-thread-entry": "./src/thread.ts" } }',
  'packages/server/src/main.ts': `
    import { once } from 'node:events';
    import { Worker } from 'node:worker_threads';
    import { dependency } from 'dependency';
    import { greeting, thrownAt } from './all.ts';

    export {};
    const thread = new Worker(new URL(import.meta.resolve('#traced-thread-entry')));
    const [thrownInThreadAt] = await once(thread, 'message');
    console.log(JSON.stringify({ url: import.meta.url, greeting, dependency, thrownAt: thrownAt(), thrownInThreadAt }));
  `,
  'packages/server/src/all.ts': `
    export { greeting } from './greeting.ts';
    export { thrownAt } from './thrown-at.ts';
  `,
  'packages/server/src/greeting.ts': `export const greeting: string = 'good day';`,
  'packages/server/src/thread.ts': `
    import { parentPort } from 'node:worker_threads';
    import { thrownAt } from './all.ts';

    parentPort?.postMessage(thrownAt());
  `,
  'packages/server/src/thrown-at.ts': `
    interface Traced { readonly stack?: string }

    export function thrownAt(): string {
      return (new TypeError('no matter') as Traced).stack!.split('\\n')[1]!;
    }
  `,
  'node_modules/dependency/package.json': '{ "main": "./a.js" }',
  'node_modules/dependency/a.js': `exports.dependency = 'of a';`,
  'node_modules/dependency/b.js': `exports.dependency = 'of b';`,
};

export class SmallProgram {
  readonly root: string;

  constructor() {
    this.root = mkdtempSync(path.join(tmpdir(), 'sealwright-launch-'));
    cpSync(path.join(REPOSITORY, 'bin'), this.path('bin'), { recursive: true });
    for (const [file, content] of Object.entries(FILES)) this.write(file, content);
    symlinkSync(path.join(REPOSITORY, 'node_modules/@esbuild'), this.path('node_modules/@esbuild'), 'junction');
  }

  path(file: string): string {
    return path.join(this.root, file);
  }

  /** Where its bundles are. */
  get bundles(): string {
    return this.path('node_modules/.cache/sealwright/server');
  }

  write(file: string, content: string): void {
    mkdirSync(path.dirname(this.path(file)), { recursive: true });
    writeFileSync(this.path(file), content);
  }

  replace(file: string, text: string, by: string): void {
    const content = readFileSync(this.path(file), 'utf8');
    assert.ok(content.includes(text));
    this.write(file, content.replace(text, by));
  }

  async start(): Promise<Said> {
    const child = spawn(process.execPath, [this.path('bin/sealwright.js'), 'start'], {
      env: { ...process.env, XDG_CACHE_HOME: this.path('cache') },
    });
    const [out, standardError, [code]] = await Promise.all([
      text(child.stdout),
      text(child.stderr),
      once(child, 'close') as Promise<[number]>,
    ]);
    assert.equal(code, 0, standardError);
    const { url, ...said } = JSON.parse(out) as Omit<Said, 'bundle'> & { readonly url: string };
    const bundle = /\.cache\/sealwright\/server\/(\w+)\//.exec(url)?.[1];
    return { ...said, bundle, standardError };
  }

  /** The same files in another place, as a copy of a whole installation. */
  copy(): SmallProgram {
    const copied = new SmallProgram();
    rmSync(copied.root, { recursive: true });
    cpSync(this.root, copied.root, { recursive: true, verbatimSymlinks: true });
    return copied;
  }

  remove(): void {
    rmSync(this.root, { recursive: true });
  }
}
