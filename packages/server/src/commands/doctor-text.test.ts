import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { LibraryReport } from '../tokens/pkcs11/doctor.ts';
import { doctorText } from './doctor-text.ts';

it('shows what a library and a token call themselves without what a terminal would obey', () => {
  const report = {
    library: '/lib/x.so',
    description: {
      manufacturer: 'Evil\u001b[2J',
      description: 'clears\u009b2J the screen',
      libraryVersion: '1',
      cryptokiVersion: '2.40',
    },
    slots: [],
    problems: [{ code: 'token.x', message: 'one line\r\nsealwright: all is well\u202e' }],
  } as unknown as LibraryReport;
  assert.deepEqual(doctorText([report]).split('\n'), [
    'PKCS#11 library /lib/x.so',
    '  Evil [2J: clears 2J the screen, version 1, PKCS#11 2.40',
    '  0 slots',
    '  PROBLEM: one line  sealwright: all is well  (token.x)',
    '',
    '',
  ]);
});
