/** The entry of a thread that reads PDF documents and prepares them for signatures. */
import { parentPort } from 'node:worker_threads';
import { systemRandom } from '../../../../kernel/random.ts';
import { doPdfTask, memoryOf, type PdfThreadInput } from './pdf-task.ts';

const port = parentPort!;
const random = systemRandom();
port.on('message', (input: PdfThreadInput) => void answer(input));

/** A bug ends the thread. */
async function answer(input: PdfThreadInput): Promise<void> {
  const output = await doPdfTask(input, random);
  port.postMessage(output, memoryOf(output));
}
