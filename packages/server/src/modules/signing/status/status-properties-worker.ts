import { allOf, contentOf } from '../../../kernel/content.ts';
import { formatJavaProperties, parseJavaProperties } from '../../../kernel/java-properties.ts';
import { IllegalRequestError } from '../errors.ts';
import type { Effect, Processed, ProcessContext, Processor } from '../processor.ts';
import type { SigningRequest } from '../signing-request.ts';
import type { ProcessorKind } from '../worker-kind.ts';
import { STATUS_NAMES, type StatusEntry, type StatusName } from './status-repository.ts';

/**
 * Reads and sets values of the status repository, for scripts that watch over the clock. A request is a text of Java properties: `GET=A,B`
 * asks for values, `A.VALUE=x` sets one, `A.EXPIRATION=1767225600000` says until when it holds. An empty one asks for all that hold.
 */
export const statusPropertiesWorkerKind: ProcessorKind = {
  type: 'PROCESSABLE',
  className: 'org.signserver.module.statusproperties.StatusPropertiesWorker',
  make: () => new StatusPropertiesWorker(),
};

class StatusPropertiesWorker implements Processor {
  async process({ content, fileName }: SigningRequest, { status }: ProcessContext): Promise<Processed> {
    const { names, changes } = await readRequest(content);
    const shown = names.flatMap((name) => {
      const entry = changes.get(name) ?? status.valid(name);
      return entry === undefined ? [] : linesOf(name, entry);
    });
    return {
      content: contentOf(Buffer.from(formatJavaProperties(shown), 'latin1')),
      mediaType: 'text/plain',
      fileName,
      signerCertificate: undefined,
      archiveId: null,
      effect: changes.size === 0 ? undefined : effectOf(changes, (name, entry) => status.set(name, entry)),
    };
  }
}

interface StatusRequest {
  readonly names: readonly StatusName[];
  readonly changes: ReadonlyMap<StatusName, StatusEntry>;
}

async function readRequest(content: SigningRequest['content']): Promise<StatusRequest> {
  if (content.octets > MAX_OCTETS) throw new IllegalRequestError(`A request has ${MAX_OCTETS} octets at most`);
  const given = parseJavaProperties(Buffer.from(await allOf(content)).toString('latin1'));
  if (given === undefined) throw new IllegalRequestError('The request is no text of Java properties');
  if (given.size === 0) return { names: STATUS_NAMES, changes: new Map() };
  const asked = (given.get('GET') ?? '').split(',').map((name) => name.trim());
  const names = asked.filter((name) => name !== '').map(statusName);
  const changes = new Map<StatusName, StatusEntry>();
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
  throw new IllegalRequestError(`The expiration '${text}' is no number of milliseconds since 1970`);
}

function linesOf(name: StatusName, { value, expirationMs }: StatusEntry): readonly (readonly [string, string])[] {
  const lines = [[name + VALUE, value] as const];
  return expirationMs === 0 ? lines : [...lines, [name + EXPIRATION, String(expirationMs)]];
}

function effectOf(
  changes: ReadonlyMap<StatusName, StatusEntry>,
  set: (name: StatusName, entry: StatusEntry) => void,
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
const MAX_OCTETS = 16 * 1024;
const MAX_VALUE = 4096;
