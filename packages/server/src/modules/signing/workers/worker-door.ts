/** What is asked of a request before the worker itself is looked at: a worker that is misconfigured tells so only to whom it would let in. */
import { type Authorizer, authorizerKind, DEFAULT_AUTHTYPE, probableAuthType } from '../authorizers/index.ts';
import { readLogger, type WorkerLogger } from '../worker-loggers/index.ts';
import { type ReportProperty, WorkerProperties } from '../kinds/index.ts';
import type { WorkerDocument, WorkerSettings } from './worker-document.ts';

export interface WorkerDoor {
  readonly authType: string;
  /** Undefined when the properties that it needs are wrong: then nobody is let in. */
  readonly authorizer: Authorizer | undefined;
  readonly disabled: boolean;
  /** Of every request, let in or not. */
  readonly logger: WorkerLogger;
  readonly problems: readonly string[];
}

/** The door of a worker, which may be unusable otherwise. Made once for each version of the document. */
export function doorOf(document: WorkerDocument): WorkerDoor {
  let door = doors.get(document);
  if (door === undefined) doors.set(document, (door = makeDoor(document.settings)));
  return door;
}

/** Reports what is wrong with the door of a worker, and warns of what is left out. */
export function checkDoor(settings: Partial<WorkerSettings>, report: ReportProperty, warn?: ReportProperty): void {
  readDoor(settings, report, warn);
}

function makeDoor(settings: WorkerSettings): WorkerDoor {
  const problems: string[] = [];
  const door = readDoor(settings, (property, problem) => problems.push(`${property} ${problem}`));
  return { ...door, authorizer: problems.length > 0 ? undefined : door.authorizer, problems };
}

/** What an unusable document holds may be anything. */
function readDoor(
  { properties: stored, rules }: Partial<WorkerSettings>,
  report: ReportProperty,
  warn?: ReportProperty,
) {
  const properties = new WorkerProperties(stored ?? {}, report, warn);
  const authType = properties.text('AUTHTYPE') ?? DEFAULT_AUTHTYPE;
  const kind = authorizerKind(authType);
  if (kind === undefined)
    properties.report(
      'AUTHTYPE',
      `is '${authType}', which is no authorizer that is known here${probableAuthType(authType)}`,
    );
  return {
    authType,
    authorizer: kind?.make(properties, rules ?? []),
    logger: readLogger(properties),
    // What is neither word keeps the door shut.
    disabled: !['', 'false'].includes((properties.text('DISABLED') ?? '').toLowerCase()),
  };
}

const doors = new WeakMap<WorkerDocument, WorkerDoor>();
