#!/usr/bin/env node
// The one file that the host's own Node has to understand (20 or later): it finds a Node that runs the rest.
import * as modules from 'node:module';
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';

// Also where this process only waits for another: the arguments may hold a password, and are in the list of processes.
process.title = 'sealwright';

const NEEDED_MAJOR = 26;
/** Commands that run the server's own code on its host; every other one speaks REST to a server. */
const HOST_COMMANDS = [['start'], ['admin'], ['doctor'], ['token', 'doctor']];

const self = fileURLToPath(import.meta.url);
const root = path.dirname(path.dirname(self));

if (Number(process.versions.node.split('.')[0]) >= NEEDED_MAJOR) await run();
else await runInBundledNode();

async function run() {
  if (isServer(process.argv.slice(2))) await restartAsServer();
  const { programFile } = await import('./launch/program-file.js');
  const [first, ...rest] = process.argv.slice(2);
  // `sealwright help doctor` is `sealwright doctor --help`: the program that has the command answers.
  if (first === 'help' && isHostCommand(rest)) process.argv.splice(2, 1 + rest.length, ...rest, '--help');
  const packageName = isHostCommand(process.argv.slice(2)) ? 'server' : 'cli';
  await import(pathToFileURL(await programFile(root, packageName)).href);
}

/** @param {string[]} args */
function isHostCommand(args) {
  return HOST_COMMANDS.some((words) => words.every((word, at) => args[at] === word));
}

/** @param {string[]} args */
function isServer(args) {
  return args[0] === 'start' && !args.includes('--help');
}

/** Begins this process anew, with the options that a server needs, where the system can do that. Otherwise it goes on without them. */
async function restartAsServer() {
  const { lackingOptions } = await import('./launch/server-options.js');
  const lacking = lackingOptions(process.execArgv, process.env);
  // A process that a program has started with a channel would lose it.
  if (lacking === undefined || process.execve === undefined || process.platform === 'win32' || process.connected)
    return;
  const args = [process.execPath, ...lacking.options, ...process.execArgv, self, ...process.argv.slice(2)];
  process.execve(process.execPath, args, { ...process.env, ...lacking.environment });
}

async function runInBundledNode() {
  const { spawn } = await import('node:child_process');
  const node = bundledNode();
  if (node === undefined) {
    console.error(
      `sealwright: no Node ${NEEDED_MAJOR} for ${process.platform}-${process.arch} was installed; run 'npm ci' without --omit=optional, or start it with Node ${NEEDED_MAJOR} or later`,
    );
    process.exit(1);
  }
  const child = spawn(node, [self, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP']))
    process.on(signal, () => child.kill(signal));
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
      return require.resolve(`${name}/bin/${file}`);
    } catch {
      // not installed: try the next name
    }
  }
  return undefined;
}
