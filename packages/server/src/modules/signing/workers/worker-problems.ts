import type { Problem } from '../../configuration/index.ts';
import { NotProcessableError } from './errors.ts';
import { type WorkerFiles, WorkerMisconfiguredError } from '../worker-contract/index.ts';
import { admissionOf } from './admission.ts';
import type { ProcessableWorker, WorkerDocument } from './worker-document.ts';

type AllowedFiles = Pick<WorkerFiles, 'refusal'>;

/**
 * Returns the reasons why a worker cannot process requests on this host; empty when it can. Its document may have errors, or the operator of
 * the host does not allow workers to use its log file.
 */
export async function workerProblems(document: WorkerDocument, files: AllowedFiles): Promise<readonly Problem[]> {
  const { usability } = document;
  if (!usability.usable) return usability.problems;
  const { file } = admissionOf(document).logger;
  // The system's own errors about an allowed file appear when a line is written to it.
  const refusal = file === undefined ? undefined : await files.refusal(file).catch(() => undefined);
  return refusal === undefined ? [] : [{ kind: 'setting', field: 'properties.LOG_FILE_PATH', message: refusal }];
}

/**
 * Returns the processing settings of a worker; of one without a log file at once.
 *
 * @throws {@link WorkerMisconfiguredError}, {@link NotProcessableError}
 */
export function requireProcessable(
  document: WorkerDocument,
  files: AllowedFiles,
): ProcessableWorker | Promise<ProcessableWorker> {
  const { usability } = document;
  if (!usability.usable || admissionOf(document).logger.file !== undefined)
    return workerProblems(document, files).then((problems) => requireNone(problems, document));
  return requireNone([], document);
}

function requireNone(problems: readonly Problem[], document: WorkerDocument): ProcessableWorker {
  const { usability, publicId } = document;
  if (!usability.usable || problems.length > 0) {
    throw new WorkerMisconfiguredError(
      publicId,
      problems.map(({ field, message }) => `${field} ${message}`),
    );
  }
  const { implementation } = usability.value;
  if (implementation.type !== 'PROCESSABLE') throw new NotProcessableError(document.name);
  return implementation;
}
