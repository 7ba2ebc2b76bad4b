/** The properties of a worker as administrators read and write them: its name and type among them, and a word for every secret. */
import { Secret } from '../../configuration/index.ts';
import type { WorkerDocument } from './worker-document.ts';

/** Placeholder that is read instead of a secret, and keeps the present one when it is written. */
export const MASKED = '_MASKED_';

/** All properties in the order of their names. A worker without a class, or with a property that is no text, has them as well. */
export function maskedProperties({ name, settings }: WorkerDocument): Record<string, string> {
  // An unusable document may hold anything.
  const { type, properties = {} } = settings as Partial<WorkerDocument['settings']>;
  const stored = Object.entries<unknown>(properties).map(([key, value]) => [key, masked(value)] as const);
  const all = [...stored, [NAME, name] as const, [TYPE, type ?? UNKNOWN_TYPE] as const];
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)));
}

function masked(value: unknown): string {
  if (value instanceof Secret) return value.isEmpty ? '' : MASKED;
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** These two are no properties of their own, and cannot be removed. */
export const NAME = 'NAME';
export const TYPE = 'TYPE';
/** The type of a worker that was given none. */
export const UNKNOWN_TYPE = 'UNKNOWN';
