#!/usr/bin/env node
// The one file that the host's own Node has to understand (20 or later): it finds a Node that runs the rest.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import * as modules from 'node:module';
import os from 'node:os';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

// Also where this process only waits for another: the arguments may hold a password, and are in the list of processes.
process.title = 'sealwright';

const NEEDED_MAJOR = 26;
/** Commands that run the server's own code on its host; every other one speaks REST to a server. */
const HOST_COMMANDS = [['start'], ['admin'], ['doctor'], ['token', 'doctor']];

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
const isHostCommand = HOST_COMMANDS.some((words) => words.every((word, at) => process.argv[2 + at] === word));
const program = isHostCommand ? 'packages/server/src/main.ts' : 'packages/cli/src/main.ts';
const entry = path.join(root, program);

// Before the first TypeScript is read: what is in the cache needs no compiler to be loaded. It stands in the user's own directory.
const cache = path.join(process.env['XDG_CACHE_HOME'] ?? path.join(os.homedir(), '.cache'), 'sealwright');

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) {
  modules.enableCompileCache(cache);
  await import(entry);
} else {
  const node = bundledNode();
  if (node === undefined) {
    console.error(
      `sealwright: no Node ${NEEDED_MAJOR} for ${process.platform}-${process.arch} was installed; run 'npm ci' without --omit=optional, or start it with Node ${NEEDED_MAJOR} or later`,
    );
    process.exit(1);
  }
  const child = spawn(node, [entry, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { NODE_COMPILE_CACHE: cache, ...process.env },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.on('exit', (code, signal) => process.exit(code ?? (signal === null ? 1 : 128)));
}

function bundledNode() {
  const require = modules.createRequire(import.meta.url);
  const file = process.platform === 'win32' ? 'node.exe' : 'node';
  for (const name of [
    `node-${process.platform}-${process.arch}`,
    `node-bin-${process.platform}-${process.arch}`,
    `node-win-${process.arch}`,
  ]) {
    try {
      const candidate = path.join(path.dirname(require.resolve(`${name}/package.json`)), 'bin', file);
      if (existsSync(candidate)) return candidate;
    } catch {
      // not installed: try the next name
    }
  }
  return undefined;
}
