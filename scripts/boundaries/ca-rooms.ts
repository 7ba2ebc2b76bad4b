/** The rooms of the module of certificate authorities, in order. */
import type { Room } from './place.ts';

export const CA_ROOMS: readonly Room[] = [
  { name: 'settings', imports: [] },
  { name: 'records', imports: [] },
  { name: 'names', imports: [] },
  { name: 'kinds', imports: ['settings', 'records'] },
  { name: 'authorities', imports: ['settings', 'records', 'kinds'] },
  { name: 'issuance', imports: ['settings', 'records', 'kinds'] },
  { name: 'witness', imports: ['settings', 'issuance'] },
  { name: 'x509', imports: ['settings', 'records', 'names', 'kinds', 'authorities', 'issuance', 'witness'] },
  { name: 'keys', imports: ['settings', 'records', 'kinds', 'authorities'] },
  { name: 'cvc', imports: ['records', 'kinds', 'authorities', 'issuance', 'keys'] },
  { name: 'ssh', imports: ['records', 'kinds', 'authorities', 'issuance'] },
  { name: 'crls', imports: ['settings', 'records', 'kinds', 'authorities', 'issuance'] },
  { name: 'revocation', imports: ['settings', 'records', 'kinds', 'authorities', 'issuance', 'crls'] },
  { name: 'publications', imports: ['settings', 'records', 'kinds', 'authorities', 'issuance'] },
  { name: 'responders', imports: ['records', 'kinds', 'authorities', 'issuance', 'x509', 'keys'] },
  {
    name: 'imports',
    imports: 'settings records kinds authorities issuance x509 keys cvc crls revocation responders'.split(' '),
  },
  {
    name: 'lifecycle',
    imports: 'settings records kinds authorities issuance x509 keys cvc crls revocation publications responders'.split(
      ' ',
    ),
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
