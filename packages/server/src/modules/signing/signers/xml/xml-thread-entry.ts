/** The entry of a thread that prepares and verifies the signatures of XML documents. */
import { parentPort } from 'node:worker_threads';
import { doXmlTask } from './xml-task.ts';
import type { XmlThreadInput } from './xml-threads.ts';

const port = parentPort!;
port.on('message', (input: XmlThreadInput) => port.postMessage(doXmlTask(input)));
