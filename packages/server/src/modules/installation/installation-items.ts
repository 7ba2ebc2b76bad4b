/** Facts of the installation as a whole that are not configuration: sealed keys, above all. */
import type { Write } from '../../kernel/unit-of-work.ts';

/** One fact under its name. */
export interface InstallationItem {
  readonly name: string;
  readonly value: Uint8Array;
  readonly version: number;
}

/** Reads facts of the installation. */
export interface InstallationStore {
  findItem(name: string): Promise<InstallationItem | undefined>;
}

/** Stores a new fact. A second one of its name is a conflict. */
export interface InsertInstallationItem extends Write {
  readonly op: 'installation-item.insert';
  readonly name: string;
  readonly value: Uint8Array;
}

/** Replaces the fact that has `expectedVersion`. */
export interface UpdateInstallationItem extends Write {
  readonly op: 'installation-item.update';
  readonly name: string;
  readonly value: Uint8Array;
  readonly expectedVersion: number;
}

/** The write that leaves `value` under `name`, given what was read. */
export function putItem(
  name: string,
  value: Uint8Array,
  existing: InstallationItem | undefined,
): InsertInstallationItem | UpdateInstallationItem {
  if (existing === undefined) return { op: 'installation-item.insert', name, value };
  return { op: 'installation-item.update', name, value, expectedVersion: existing.version };
}
