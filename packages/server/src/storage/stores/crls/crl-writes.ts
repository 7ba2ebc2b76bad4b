/** The writes of CRLs, of their parts and numbers, and of changes that wait for the next delta CRL. */
import type {
  AdvanceCrlNumber,
  DeleteCrl,
  DeleteCrlPart,
  EndDeltaBase,
  ForgetCrlChange,
  InsertCrl,
  InsertCrlPart,
  NoteCrlChange,
  StartCrlNumbers,
} from '../../../modules/ca/index.ts';
import { deleteFrom, insertInto, updateIn } from '../../sql/index.ts';

/** Values of the column `imported`. */
export const CRL_ORIGINS = { here: 0, imported: 1, importedComplete: 2 } as const;

const insertPart = insertInto('crl_part', 'crl-part.insert', ({ crlId, part, der, createdMs }: InsertCrlPart) => ({
  crl_id: crlId,
  part,
  der,
  created_ms: createdMs,
}));

const deletePart = deleteFrom(
  'crl_part',
  'crl-part.delete',
  { key: ['crl_id', 'part'] },
  ({ crlId, part }: DeleteCrlPart) => ({ crl_id: crlId, part }),
);

const startNumbers = insertInto('crl_number', 'crl-number.start', ({ scope, number }: StartCrlNumbers) => ({
  ca_id: scope.caId,
  partition: scope.partition,
  number,
}));

const advanceNumber = updateIn(
  'crl_number',
  'crl-number.advance',
  { key: ['ca_id', 'partition'], expected: ['number'], set: ['number'] },
  ({ scope, expected, number }: AdvanceCrlNumber) => ({
    key: { ca_id: scope.caId, partition: scope.partition },
    expected: { number: expected },
    set: { number },
  }),
);

const insert = insertInto('crl', 'crl.insert', ({ crl }: InsertCrl) => ({
  id: crl.id,
  ca_id: crl.caId,
  partition: crl.partition,
  number: crl.number,
  delta: crl.baseNumber === undefined ? 0 : 1,
  base_number: crl.baseNumber ?? null,
  this_update_s: crl.thisUpdate,
  next_update_s: crl.nextUpdate,
  sha1: crl.sha1,
  der: crl.der,
  created_ms: crl.createdMs,
  octets: crl.octets,
  parts: crl.parts,
  delta_base: crl.deltaBase ? 1 : 0,
  imported: crl.complete ? CRL_ORIGINS.importedComplete : crl.imported ? CRL_ORIGINS.imported : CRL_ORIGINS.here,
}));

const deleteCrl = deleteFrom('crl', 'crl.delete', { key: ['id'] }, ({ id }: DeleteCrl) => ({ id }));

const endDeltaBase = updateIn(
  'crl',
  'crl.end-delta-base',
  { key: ['ca_id', 'partition', 'number'], expected: ['delta_base'], set: ['delta_base'] },
  ({ scope, number }: EndDeltaBase) => ({
    key: { ca_id: scope.caId, partition: scope.partition, number },
    expected: { delta_base: 1 },
    set: { delta_base: 0 },
  }),
);

const noteChange = insertInto('crl_change', 'crl-change.note', (write: NoteCrlChange) => changeRow(write));
const forgetChange = deleteFrom(
  'crl_change',
  'crl-change.forget',
  { key: ['ca_id', 'partition', 'certificate_id', 'version'] },
  (write: ForgetCrlChange) => changeRow(write),
);
function changeRow({ scope, change }: Pick<NoteCrlChange, 'scope' | 'change'>) {
  return {
    ca_id: scope.caId,
    partition: scope.partition,
    certificate_id: change.certificateId,
    version: change.version,
  };
}

/** The writes, as the database is opened with them. */
export const crlWriteDefinitions = [
  insertPart,
  deletePart,
  startNumbers,
  advanceNumber,
  insert,
  deleteCrl,
  endDeltaBase,
  noteChange,
  forgetChange,
];
