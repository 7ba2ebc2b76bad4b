/** The entry of a thread that indexes and verifies CRLs. */
import { parentPort } from 'node:worker_threads';
import { type CrlTask, doCrlTask } from './crl-task.ts';

const port = parentPort!;
port.on('message', (task: CrlTask) => port.postMessage(doCrlTask(task)));
