/** Warnings for administrators about a worker that is usable nevertheless. */
import type { Problem } from '../../configuration/index.ts';
import { unknownPropertyRemarks } from './known-properties.ts';
import type { TimeStampAuthorities } from '../signers/common/index.ts';
import { makeWorker } from './make-worker.ts';
import { checkAdmission } from './admission.ts';
import { propertiesOf, type ReportProperty, WorkerProperties } from '../worker-contract/index.ts';
import type { WorkerDocument } from './worker-document.ts';

/** Returns the warnings: unknown properties, certificates that are left out, a time-stamp authority that this server may not query. */
export function workerWarnings(
  document: WorkerDocument,
  authorities: Pick<TimeStampAuthorities, 'refusal'>,
): readonly Problem[] {
  const refusal = refusalOf(document, authorities);
  return refusal === undefined ? ownWarnings(document) : [...ownWarnings(document), asProblem('TSA_URL', refusal)];
}

/** Returns the warnings that follow from its properties alone. Computed once per version of the document. */
export function ownWarnings(document: WorkerDocument): readonly Problem[] {
  let found = warnings.get(document);
  if (found === undefined) warnings.set(document, (found = readWarnings(document)));
  return found;
}

/** Makes the worker once more, since only that tells which values are left out. An unusable document may hold anything. */
function readWarnings({ settings }: WorkerDocument): readonly Problem[] {
  const { properties: stored = {} } = settings as Partial<typeof settings>;
  const found = [...unknownPropertyRemarks(Object.keys(stored))];
  const warn: ReportProperty = (property, remark) => found.push(asProblem(property, remark));
  checkAdmission(settings, nothing, warn);
  makeWorker(new WorkerProperties(stored, nothing, warn));
  return found;
}

function refusalOf(document: WorkerDocument, authorities: Pick<TimeStampAuthorities, 'refusal'>): string | undefined {
  const url = URL.parse(propertiesOf(document).text('TSA_URL') ?? '');
  return url === null ? undefined : authorities.refusal(url);
}

function asProblem(property: string, message: string): Problem {
  return { kind: 'setting', field: `properties.${property}`, message };
}

const nothing = () => undefined;
const warnings = new WeakMap<WorkerDocument, readonly Problem[]>();
