import assert from 'node:assert/strict';
import { describe, it } from 'node:test';

import * as fc from 'fast-check';

import { assertRefuses, assertRoundTrip, assertSurvivesDamage, assertVector } from '../../test/extension-assertions.ts';
import { generalNames, oids } from '../../test/general-name-arbitraries.ts';
import { authorityInfoAccess } from './authority-info-access.ts';
import { ACCESS_METHODS } from './info-access.ts';
import { subjectInfoAccess } from './subject-info-access.ts';

describe('authorityInfoAccess', () => {
  // openssl req with authorityInfoAccess=OCSP;URI:http://o/,caIssuers;URI:http://c/
  const hex = '302e301506082b060105050730018609687474703a2f2f6f2f301506082b060105050730028609687474703a2f2f632f';

  it('writes as OpenSSL does', () => {
    assertVector(
      authorityInfoAccess,
      [
        {
          accessMethod: ACCESS_METHODS.ocsp,
          accessLocation: { type: 'uniformResourceIdentifier', value: 'http://o/' },
        },
        {
          accessMethod: ACCESS_METHODS.caIssuers,
          accessLocation: { type: 'uniformResourceIdentifier', value: 'http://c/' },
        },
      ],
      hex,
    );
  });

  it('reads back what it writes', () => {
    const description = fc.record({ accessMethod: oids(), accessLocation: generalNames() }, { noNullPrototype: true });
    assertRoundTrip(authorityInfoAccess, fc.array(description, { minLength: 1, maxLength: 4 }));
  });

  it('refuses an empty list in both directions', () => {
    assertRefuses(authorityInfoAccess, '3000', 'der.out_of_range');
    assert.throws(() => authorityInfoAccess.encode([]), RangeError);
  });

  it('survives damage', () => {
    assertSurvivesDamage(authorityInfoAccess, hex);
  });
});

describe('subjectInfoAccess', () => {
  it('writes as OpenSSL does', () => {
    const accessLocation = { type: 'uniformResourceIdentifier', value: 'http://r/' } as const;
    assertVector(
      subjectInfoAccess,
      [{ accessMethod: ACCESS_METHODS.caRepository, accessLocation }],
      '3017301506082b060105050730058609687474703a2f2f722f',
    );
  });
});
