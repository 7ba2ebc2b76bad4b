/** What is asked of a request before the worker itself is looked at: a worker that is misconfigured tells so only to whom it would let in. */
import type { Authorizer } from './authorizer.ts';
import { authorizerKind, DEFAULT_AUTHTYPE } from './authorizers/index.ts';
import { WorkerProperties } from './worker-properties.ts';
import type { WorkerDocument } from './worker-type.ts';

export interface WorkerDoor {
  readonly authType: string;
  /** Undefined when the properties that it needs are wrong: then nobody is let in. */
  readonly authorizer: Authorizer | undefined;
  readonly disabled: boolean;
  readonly problems: readonly string[];
}

/** The door of a worker, which may be unusable otherwise. Made once for each version of the document. */
export function doorOf(document: WorkerDocument): WorkerDoor {
  let door = doors.get(document);
  if (door === undefined) doors.set(document, (door = makeDoor(document)));
  return door;
}

function makeDoor({ settings }: WorkerDocument): WorkerDoor {
  const problems: string[] = [];
  const properties = new WorkerProperties(settings.properties ?? {}, (property, problem) =>
    problems.push(`${property} ${problem}`),
  );
  const authType = properties.text('AUTHTYPE') ?? DEFAULT_AUTHTYPE;
  const kind = authorizerKind(authType);
  if (kind === undefined) properties.report('AUTHTYPE', `is '${authType}', which is no authorizer that is known here`);
  const authorizer = kind?.make(properties);
  return {
    authType,
    authorizer: problems.length > 0 ? undefined : authorizer,
    // What is neither word keeps the door shut.
    disabled: !['', 'false'].includes((properties.text('DISABLED') ?? '').toLowerCase()),
    problems,
  };
}

const doors = new WeakMap<WorkerDocument, WorkerDoor>();
