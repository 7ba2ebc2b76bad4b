/** Writes of the suites of storage, on real tables. */
import { randomBytes } from 'node:crypto';
import type { UnitId, UnitOfWork, Write } from '../../src/kernel/unit-of-work.ts';
import { columnsOf } from '../../src/storage/sql/schema.ts';
import type { WriteDefinition } from '../../src/storage/sql/write-definition.ts';

interface ContractWrite extends Write {
  readonly key?: string;
  readonly id?: number;
  readonly unitId?: string;
  readonly value?: Uint8Array | string;
  readonly version?: number;
  readonly holder?: string | null;
  readonly to?: string | number | null;
  readonly owner?: number;
}

const item = { table: 'installation_item', key: { name: 'text' }, expected: { version: 'integer' } } as const;

const JOB_TIMES = ['lease_until_ms', 'created_ms', 'updated_ms'] as const;

/** In the order in which PostgreSQL runs them. */
export const contractDefinitions: readonly WriteDefinition[] = [
  {
    kind: 'insert',
    op: 'item.insert',
    table: item.table,
    columns: { name: 'text', value: 'bytes', version: 'integer' },
    row: (write: ContractWrite) => [write.key!, write.value ?? new Uint8Array(), write.version ?? 1],
  },
  {
    kind: 'update',
    op: 'item.update',
    ...item,
    set: { value: 'bytes', version: 'integer' },
    values: (write: ContractWrite) => ({
      key: [write.key!],
      expected: [write.version!],
      set: [write.value ?? new Uint8Array(), write.version! + 1],
    }),
  },
  {
    kind: 'update',
    op: 'item.rename',
    table: item.table,
    key: { name: 'text' },
    expected: {},
    set: { name: 'text' },
    values: (write: ContractWrite) => ({ key: [write.key!], expected: [], set: [write.to as string] }),
  },
  {
    kind: 'delete',
    op: 'item.delete',
    ...item,
    values: (write: ContractWrite) => ({ key: [write.key!], expected: [write.version!] }),
  },
  {
    kind: 'expect',
    op: 'item.expect',
    ...item,
    values: (write: ContractWrite) => ({ key: [write.key!], expected: [write.version!] }),
  },
  {
    kind: 'claim',
    op: 'key.claim',
    table: 'key_claim',
    key: { ca_id: 'integer', public_key_sha256: 'bytes' },
    owner: { end_entity_id: 'integer' },
    values: (write: ContractWrite) => ({ key: [write.id!, write.value as Uint8Array], owner: [write.owner!] }),
  },
  {
    kind: 'insert',
    op: 'job.insert-held',
    table: 'job',
    // Those of the first schema, since some suites open databases of earlier releases.
    columns: columnsOf('job', 'id', 'kind', 'state', 'progress', ...JOB_TIMES, 'version', 'lease_holder'),
    row: (write: ContractWrite) => [write.id!, 'held', 'paused', '', 0, 0, 0, 1, write.holder ?? null],
  },
  {
    kind: 'update',
    op: 'job.hand-over',
    table: 'job',
    key: { id: 'integer' },
    expected: { lease_holder: 'text' },
    set: { lease_holder: 'text' },
    values: (write: ContractWrite) => ({
      key: [write.id!],
      expected: [write.holder!],
      set: [write.to as string | null],
    }),
  },
  {
    kind: 'insert',
    op: 'receipt.insert',
    table: 'audit_record',
    columns: {
      id: 'integer',
      unit_id: 'text',
      unit_index: 'integer',
      time_ms: 'integer',
      event: 'text',
      outcome: 'text',
      actor: 'text',
      record: 'text',
    },
    row: (write: ContractWrite) => [write.id!, write.unitId!, 0, 0, 'TEST', 'SUCCESS', 'test', '{}'],
  },
  { kind: 'epoch', op: 'epoch.move' },
];

let nextReceipt = 1;

/** A unit that leaves a receipt. */
export function unit(writes: readonly ContractWrite[], epoch?: number): UnitOfWork {
  const id = randomBytes(16).toString('hex') as UnitId;
  return unitOf(id, [...writes, { op: 'receipt.insert', id: nextReceipt++, unitId: id }], epoch);
}

/** A unit of exactly these writes. */
export function unitOf(id: UnitId, writes: readonly ContractWrite[], epoch?: number): UnitOfWork {
  return { id, epoch, writes };
}

/** A name that no other test uses. */
export function freshName(): string {
  return randomBytes(8).toString('hex');
}

/** A number that no other test uses. */
export function freshId(): number {
  return randomBytes(6).readUIntBE(0, 6);
}
