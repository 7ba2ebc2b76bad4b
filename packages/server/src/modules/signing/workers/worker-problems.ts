import type { Problem } from '../../configuration/index.ts';
import { NotProcessableError, type Processor, type WorkerFiles, WorkerMisconfiguredError } from '../kinds/index.ts';
import { doorOf } from './worker-door.ts';
import type { WorkerDocument } from './worker-document.ts';

type AllowedFiles = Pick<WorkerFiles, 'refusal'>;

/**
 * What keeps a worker from working on this host; empty when nothing does. Beside what is wrong with its document that is which files it may
 * use, which is each operator's to say.
 */
export async function workerProblems(document: WorkerDocument, files: AllowedFiles): Promise<readonly Problem[]> {
  const { usability } = document;
  if (!usability.usable) return usability.problems;
  const { file } = doorOf(document).logger;
  // What the system says of a file that is allowed is heard when a line is written to it.
  const refusal = file === undefined ? undefined : await files.refusal(file).catch(() => undefined);
  return refusal === undefined ? [] : [{ kind: 'setting', field: 'properties.LOG_FILE_PATH', message: refusal }];
}

/**
 * What processes the requests of a worker.
 *
 * @throws {@link WorkerMisconfiguredError}, {@link NotProcessableError}
 */
export async function processorOf(document: WorkerDocument, files: AllowedFiles): Promise<Processor> {
  const { usability, publicId } = document;
  const problems = await workerProblems(document, files);
  if (!usability.usable || problems.length > 0) {
    throw new WorkerMisconfiguredError(
      publicId,
      problems.map(({ field, message }) => `${field} ${message}`),
    );
  }
  const { implementation } = usability.value;
  if (implementation.type !== 'PROCESSABLE') throw new NotProcessableError(document.name);
  return implementation.processor;
}
