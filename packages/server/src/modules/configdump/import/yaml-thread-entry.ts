/** The entry of a thread that reads files of YAML. */
import { parentPort } from 'node:worker_threads';
import { readYamlFiles } from './yaml-content.ts';
import type { YamlFile } from './yaml-thread.ts';

const port = parentPort!;
port.on('message', (files: readonly YamlFile[]) => port.postMessage(readYamlFiles(files)));
