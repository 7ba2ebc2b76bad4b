/** Admission of requests, decided before the worker itself is examined: only clients that it would admit learn that it is misconfigured. */
import { type Authorizer, authorizerKind, DEFAULT_AUTHTYPE, probableAuthType } from '../authorizers/index.ts';
import { readLogger, type WorkerLogger } from '../worker-loggers/index.ts';
import { type ReportProperty, WorkerProperties } from '../worker-contract/index.ts';
import type { WorkerDocument, WorkerSettings } from './worker-document.ts';

/** Conditions on which a worker admits requests. */
export interface Admission {
  readonly authType: string;
  /** Undefined when the properties that it needs are wrong: then no client is admitted. */
  readonly authorizer: Authorizer | undefined;
  readonly disabled: boolean;
  /** Logger of every request, admitted or not. */
  readonly logger: WorkerLogger;
  readonly problems: readonly string[];
}

/** Returns the admission of a worker, which may otherwise be unusable. Made once per version of the document. */
export function admissionOf(document: WorkerDocument): Admission {
  let admission = admissions.get(document);
  if (admission === undefined) admissions.set(document, (admission = makeAdmission(document.settings)));
  return admission;
}

/** Reports errors in the properties of admission, and warns of values that are left out. */
export function checkAdmission(settings: Partial<WorkerSettings>, report: ReportProperty, warn?: ReportProperty): void {
  readAdmission(settings, report, warn);
}

function makeAdmission(settings: WorkerSettings): Admission {
  const problems: string[] = [];
  const admission = readAdmission(settings, (property, problem) => problems.push(`${property} ${problem}`));
  return { ...admission, authorizer: problems.length > 0 ? undefined : admission.authorizer, problems };
}

/** Reads the conditions from stored settings, which may hold anything in an unusable document. */
function readAdmission(
  { properties: stored, rules }: Partial<WorkerSettings>,
  report: ReportProperty,
  warn?: ReportProperty,
) {
  const properties = new WorkerProperties(stored ?? {}, report, warn);
  const authType = properties.text('AUTHTYPE') ?? DEFAULT_AUTHTYPE;
  const kind = authorizerKind(authType);
  if (kind === undefined)
    properties.report('AUTHTYPE', `is '${authType}', which is not a known authorizer${probableAuthType(authType)}`);
  return {
    authType,
    authorizer: kind?.make(properties, rules ?? []),
    logger: readLogger(properties),
    // A value that is neither true nor false disables the worker.
    disabled: !['', 'false'].includes((properties.text('DISABLED') ?? '').toLowerCase()),
  };
}

const admissions = new WeakMap<WorkerDocument, Admission>();
