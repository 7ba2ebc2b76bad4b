/** The entry of a thread that prepares the signatures of XML documents. */
import { parentPort } from 'node:worker_threads';
import { prepareInPlace } from './xml-preparation.ts';
import type { XmlThreadInput } from './xml-thread.ts';

const port = parentPort!;
port.on('message', (input: XmlThreadInput) => port.postMessage(prepareInPlace(input)));
