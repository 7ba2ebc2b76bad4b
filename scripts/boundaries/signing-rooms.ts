/** The rooms of the signing service, in order. */
import type { Room } from './place.ts';

/** The rooms of signers, in order: their common parts, then a room for each format. */
const SIGNERS: readonly Room[] = [
  { name: 'signers/common', imports: ['worker-contract'] },
  { name: 'signers/cms', imports: ['worker-contract', 'signers/common'] },
  { name: 'signers/pdf', imports: ['revocation', 'worker-contract', 'signers/common'] },
  { name: 'signers/xml', imports: ['worker-contract', 'signers/common'] },
  { name: 'signers/time-stamps', imports: ['worker-contract', 'status-workers', 'signers/common'] },
  {
    name: 'signers/ades',
    imports: ['worker-contract', 'signers/common', 'signers/cms', 'signers/pdf', 'signers/xml'],
  },
];

/** The rooms of the signing service that hold kinds of workers. */
const WORKER_KINDS = [
  'status-workers',
  ...SIGNERS.map(({ name }) => name),
  'validators',
  'dispatchers',
  'renewal',
  'timed',
];

export const SIGNING_ROOMS: readonly Room[] = [
  { name: 'revocation', imports: [] },
  { name: 'worker-contract', imports: [] },
  { name: 'authorizers', imports: ['worker-contract'] },
  { name: 'worker-loggers', imports: ['worker-contract'] },
  { name: 'status-workers', imports: ['worker-contract'] },
  ...SIGNERS,
  { name: 'validators', imports: ['revocation', 'worker-contract', 'signers/xml'] },
  { name: 'dispatchers', imports: ['worker-contract', 'signers/time-stamps'] },
  { name: 'renewal', imports: ['worker-contract'] },
  { name: 'timed', imports: ['worker-contract'] },
  { name: 'workers', imports: ['worker-contract', 'authorizers', 'worker-loggers', ...WORKER_KINDS] },
  { name: 'keys', imports: ['worker-contract', 'timed', 'workers'] },
  { name: 'timed-runs', imports: ['worker-contract', 'workers'] },
  { name: 'certificates', imports: ['worker-contract', 'renewal', 'workers', 'keys'] },
  { name: 'administration', imports: ['worker-contract', 'workers', 'keys', 'certificates'] },
  { name: 'archive', imports: ['worker-contract', 'authorizers', 'workers'] },
  {
    name: 'status',
    imports: ['worker-contract', 'status-workers', 'signers/common', 'workers', 'keys', 'timed-runs', 'certificates'],
  },
  { name: 'processing', imports: ['worker-contract', 'authorizers', 'worker-loggers', 'workers', 'keys', 'archive'] },
  {
    name: 'worker-processors.ts',
    imports: ['revocation', 'worker-contract', ...WORKER_KINDS, 'processing'],
  },
  {
    name: 'worker-timed-services.ts',
    imports: ['worker-contract', 'status-workers', 'renewal', 'timed', 'timed-runs'],
  },
  {
    name: 'signing-module.ts',
    imports:
      'archive administration authorizers certificates keys processing revocation signers/common signers/time-stamps status timed-runs worker-contract worker-loggers worker-processors.ts worker-timed-services.ts'.split(
        ' ',
      ),
  },
];
