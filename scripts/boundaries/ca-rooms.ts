/** The rooms of the module of certificate authorities, in order. */
import type { Room } from './place.ts';

export const CA_ROOMS: readonly Room[] = [
  { name: 'settings', imports: [] },
  { name: 'records', imports: [] },
  { name: 'names', imports: [] },
  { name: 'authorities', imports: ['settings', 'records'] },
  { name: 'issuance', imports: ['settings', 'records', 'authorities'] },
  { name: 'witness', imports: ['settings', 'issuance'] },
  { name: 'x509', imports: ['settings', 'records', 'names', 'authorities', 'issuance', 'witness'] },
  { name: 'keys', imports: ['settings', 'records', 'authorities'] },
  { name: 'cvc', imports: ['records', 'authorities', 'issuance', 'keys'] },
  { name: 'ssh', imports: ['records', 'authorities', 'issuance'] },
  { name: 'crls', imports: ['settings', 'records', 'authorities', 'issuance'] },
  { name: 'revocation', imports: ['settings', 'records', 'authorities', 'issuance', 'crls'] },
  { name: 'publications', imports: ['settings', 'records', 'authorities', 'issuance'] },
  { name: 'responders', imports: ['records', 'authorities', 'issuance', 'x509', 'keys'] },
  {
    name: 'imports',
    imports: 'settings records authorities issuance x509 keys cvc crls revocation responders'.split(' '),
  },
  {
    name: 'lifecycle',
    imports: 'settings records authorities issuance x509 keys cvc crls revocation publications responders'.split(' '),
  },
  {
    name: 'ca-module.ts',
    imports: [
      'settings',
      'records',
      'authorities',
      'issuance',
      'x509',
      'keys',
      'cvc',
      'ssh',
      'crls',
      'revocation',
      'publications',
      'responders',
      'imports',
      'lifecycle',
    ],
  },
];
