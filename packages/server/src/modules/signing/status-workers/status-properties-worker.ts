import type { Clock } from '../../../kernel/clock.ts';
import { allOf } from '../../../kernel/content.ts';
import { formatJavaProperties, parseJavaProperties } from '../../../kernel/formats/java-properties.ts';
import { WithDeps } from '../../../kernel/with-deps.ts';
import {
  type Effect,
  IllegalRequestError,
  type Processed,
  type Processor,
  type ProcessorKind,
  type SigningRequest,
} from '../worker-contract/index.ts';
import {
  STATUS_NAMES,
  type StatusEntry,
  type StatusName,
  type StatusRepository,
  type StatusSetting,
} from './status-repository.ts';
import { statusText } from './status-text.ts';

/**
 * Reads and sets values of the status repository, for scripts that watch over the clock. A request is a text of Java properties: `GET=A,B`
 * asks for values, `A.VALUE=x` sets one, `A.EXPIRATION=1767225600000` says until when it holds. An empty one asks for all that hold. The answer says when each was set, too.
 */
export const statusPropertiesWorkerKind: ProcessorKind<undefined> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.statusproperties.StatusPropertiesWorker',
  read: () => undefined,
};

/**
 * The same, under the name that SignServer's TimeMonitor knows. Nobody has written down how that asks for its own configuration (TIMEMONITOR.*
 * and TIMESERVER.*), so those properties are kept and handed to nobody.
 */
export const timeMonitorManagerKind: ProcessorKind<undefined> = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.timemonitormanager.TimeMonitorManager',
  read: () => undefined,
};

export interface StatusPropertiesWorkerDeps {
  readonly clock: Clock;
  /** True in one of several worker processes, each of which has a repository of its own. */
  readonly isWorkerProcess: boolean;
  readonly status: StatusRepository;
}

export class StatusPropertiesWorker extends WithDeps<StatusPropertiesWorkerDeps> implements Processor {
  async process({ content, fileName }: SigningRequest): Promise<Processed> {
    const { clock, isWorkerProcess, status } = this.deps;
    const { names, changes } = await readRequest(content);
    if (isWorkerProcess && changes.size > 0)
      throw new IllegalRequestError(
        'A status property would hold in one worker process of this host only: start the server with --workers 1 to set any',
      );
    const shown = names.flatMap((name) => {
      const changed = changes.get(name);
      const entry = changed === undefined ? status.valid(name) : { ...changed, updatedMs: clock.nowMs() };
      return entry === undefined ? [] : linesOf(name, entry);
    });
    return {
      ...statusText(formatJavaProperties(shown), fileName),
      effect: changes.size === 0 ? undefined : effectOf(changes, (name, entry) => status.set(name, entry)),
    };
  }
}

interface StatusRequest {
  readonly names: readonly StatusName[];
  readonly changes: ReadonlyMap<StatusName, StatusSetting>;
}

async function readRequest(content: SigningRequest['content']): Promise<StatusRequest> {
  if (content.octets > MAX_OCTETS) throw new IllegalRequestError(`A request has ${MAX_OCTETS} octets at most`);
  const given = parseJavaProperties(Buffer.from(await allOf(content)).toString('latin1'));
  if (given === undefined) throw new IllegalRequestError('The request is not a text of Java properties');
  if (given.size === 0) return { names: STATUS_NAMES, changes: new Map() };
  const asked = (given.get('GET') ?? '').split(/[,\s]/);
  const names = asked.filter((name) => name !== '').map(statusName);
  const changes = new Map<StatusName, StatusSetting>();
  for (const [key, value] of given) {
    if (key === 'GET' || key.endsWith(EXPIRATION)) continue;
    if (!key.endsWith(VALUE)) throw new IllegalRequestError(`There is nothing that ${key} says`);
    const name = statusName(key.slice(0, -VALUE.length));
    changes.set(name, { value: value.slice(0, MAX_VALUE), expirationMs: expirationOf(given.get(name + EXPIRATION)) });
  }
  return { names: [...new Set([...names, ...changes.keys()])], changes };
}

function statusName(text: string): StatusName {
  const name = STATUS_NAMES.find((known) => known === text);
  if (name === undefined) throw new IllegalRequestError(`No such status property: ${text}`);
  return name;
}

function expirationOf(text = '0'): number {
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new IllegalRequestError(`The expiration '${text}' is not a number of milliseconds since 1970`);
}

function linesOf(name: StatusName, entry: StatusEntry): readonly (readonly [string, string])[] {
  const { value, expirationMs, updatedMs } = entry;
  const lines = [[name + VALUE, value] as const, [name + UPDATE, String(updatedMs)] as const];
  return expirationMs === 0 ? lines : [...lines, [name + EXPIRATION, String(expirationMs)]];
}

function effectOf(
  changes: ReadonlyMap<StatusName, StatusSetting>,
  set: (name: StatusName, entry: StatusSetting) => void,
): Effect {
  const details = Object.fromEntries(
    [...changes].map(([name, { value, expirationMs }]) => [name, { value, expirationMs }]),
  );
  return {
    entry: { event: 'SET_STATUS_PROPERTY', details },
    apply: () => changes.forEach((entry, name) => set(name, entry)),
  };
}

const VALUE = '.VALUE';
const EXPIRATION = '.EXPIRATION';
const UPDATE = '.UPDATE';
const MAX_OCTETS = 16 * 1024;
const MAX_VALUE = 4096;
