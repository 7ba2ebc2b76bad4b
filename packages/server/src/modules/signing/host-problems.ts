import type { Problem } from '../configuration/index.ts';
import type { WorkerFiles } from './worker-files.ts';
import { doorOf } from './worker-door.ts';
import type { WorkerDocument } from './worker-type.ts';

/** What keeps a worker from working on this host, beside what is wrong with its document: which files workers may use is each operator's to say. */
export async function hostProblems(
  document: WorkerDocument,
  files: Pick<WorkerFiles, 'refusal'>,
): Promise<readonly Problem[]> {
  const { file } = doorOf(document).logger;
  // What the system says of a file that is allowed is heard when a line is written to it.
  const refusal = file === undefined ? undefined : await files.refusal(file).catch(() => undefined);
  return refusal === undefined ? [] : [{ kind: 'setting', field: 'properties.LOG_FILE_PATH', message: refusal }];
}
