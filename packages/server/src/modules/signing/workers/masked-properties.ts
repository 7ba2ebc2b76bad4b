/** The properties of a worker as administrators read and write them: including its name and type, and with a placeholder for every secret. */
import { Secret } from '../../configuration/index.ts';
import type { WorkerDocument } from './worker-document.ts';

/** Placeholder shown instead of a secret. Writing it keeps the present secret. */
export const MASKED = '_MASKED_';

/** Returns all properties, sorted by name. Works also for a worker without a class, or with a property that is not text. */
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

/** Name and type are not stored properties, and cannot be removed. */
export const NAME = 'NAME';
export const TYPE = 'TYPE';
/** The type of a worker without one. */
export const UNKNOWN_TYPE = 'UNKNOWN';
