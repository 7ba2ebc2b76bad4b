/** Searches for certificates, counts, and the list of those that end soon (acceptance cases 64 to 66, 84 to 94, 97 to 103 and 142). */
import { Certificate, makeExtension, subjectAltName } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { certificateProfileType, endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import {
  assertRefusal,
  certificatePath,
  createProfiles,
  enroll,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { Answer, ClientIdentity } from '../support/test-server.ts';

interface Criterion {
  readonly property: string;
  readonly value: string;
  readonly operation: string;
}

const NAMED = [makeExtension(subjectAltName, [{ type: 'dNSName', value: 'a.example' }], false)];
const FOUND = [like('SUBJECT_DN', 'O=Found')];
const NAMES = ['find-a', 'find-b', 'find-c', 'find-d'] as const;
/** Orders that tests can ask for, and that in which the certificates come where they differ in it. */
const ORDERS: readonly (readonly [string, (readonly string[])?])[] = [
  ['USERNAME', NAMES],
  ['SUBJECT_DN', NAMES],
  ['ISSUER_DN'],
  ['EXTERNAL_ACCOUNT_BINDING_ID'],
  ['END_ENTITY_PROFILE'],
  ['CERTIFICATE_PROFILE'],
  ['STATUS'],
  ['TAG'],
  ['TYPE'],
  ['UPDATE_TIME', ['find-a', 'find-b', 'find-d', 'find-c']],
  ['ISSUED_DATE'],
  ['EXPIRE_DATE'],
  ['REVOCATION_DATE'],
];
const REFUSED: readonly (readonly [what: string, body: object, message: RegExp])[] = [
  [
    'two QUERY (91)',
    { criteria: [is('QUERY', 'a'), like('query', 'b')] },
    /multiple 'QUERY' properties are not allowed/,
  ],
  ['two texts (91)', { criteria: [is('USERNAME', 'a'), is('QUERY', 'b')] }, /multiple string criteria are not allowed/],
  ['two equal texts (91)', { criteria: [is('USERNAME', 'a'), is('USERNAME', 'b')] }, /multiple string criteria/],
  [
    'two moments of one operation',
    {
      criteria: ['2031-01-01T00:00:00Z', '2032-01-01T00:00:00Z'].map((value) => ({
        property: 'EXPIRE_DATE',
        value,
        operation: 'AFTER',
      })),
    },
    /multiple 'EXPIRE_DATE' AFTER/,
  ],
  [
    'more statuses than there are',
    { criteria: Array.from({ length: 14 }, () => is('STATUS', 'CERT_ACTIVE')) },
    /the 13 that there are/,
  ],
  ['no criteria (92)', { criteria: [] }, /^Invalid criteria value, can not be empty\.$/],
  ['null for criteria', { criteria: null }, /^Invalid criteria value, can not be null\.$/],
  [
    'null for the number of results (92)',
    { max_number_of_results: null },
    /^Invalid maximum number of results, can not be null\.$/,
  ],
  ['no results (92)', { max_number_of_results: 0 }, /can not be less or equal to zero\.$/],
  ['too many results (92)', { max_number_of_results: 501 }, /can not be more than 400\./],
  [
    'STATUS with LIKE (93)',
    { criteria: [like('STATUS', 'CERT_ACTIVE')] },
    /^Invalid search criteria operation, .*should be EQUAL\.$/,
  ],
  [
    'CA with BEGINS_WITH',
    { criteria: [{ property: 'CA', value: 'M', operation: 'BEGINS_WITH' }] },
    /should be EQUAL\.$/,
  ],
  [
    'QUERY with BEFORE (93)',
    { criteria: [{ property: 'QUERY', value: 'a', operation: 'BEFORE' }] },
    /should be EQUAL or LIKE/,
  ],
  ['a moment with EQUAL', { criteria: [is('EXPIRE_DATE', '2031-01-01T00:00:00Z')] }, /should be AFTER or BEFORE\.$/],
  ...['2020', '2031-01-01', '2031-01-01T00:00:00+01:00', '2031-01-01T00:00:00.5Z', '2031-02-30T00:00:00Z'].map(
    (value) =>
      [
        `the date ${value} (93)`,
        { criteria: [{ property: 'EXPIRE_DATE', value, operation: 'AFTER' }] },
        /does not contain proper date/,
      ] as const,
  ),
  ['an unknown status', { criteria: [is('STATUS', 'CERT_OLD')] }, /does not contain certificate status/],
  [
    'an unknown property',
    { criteria: [is('COLOUR', 'red')] },
    /^Invalid search criteria property, 'COLOUR' is unrecognized/,
  ],
  [
    'an unknown operation',
    { criteria: [{ ...is('CA', 'a'), operation: 'NEAR' }] },
    /operation, 'NEAR' is unrecognized/,
  ],
  ['an empty property', { criteria: [is(' ', 'a')] }, /property, can not be null or empty/],
  ['an empty value', { criteria: [is('QUERY', '')] }, /value, can not be null or empty/],
  ['an empty operation', { criteria: [{ ...is('QUERY', 'a'), operation: '' }] }, /operation, can not be null or empty/],
  ...['property', 'value', 'operation'].flatMap((member) =>
    [null, undefined].map(
      (given) =>
        [
          `${given} for the ${member}`,
          { criteria: [is('STATUS', 'CERT_ACTIVE'), { ...is('QUERY', 'a'), [member]: given }] },
          new RegExp(`^Invalid search criteria ${member}, can not be null or empty\\.$`),
        ] as const,
    ),
  ),
  ['a value with a control character', { criteria: [is('QUERY', 'a\0')] }, /control characters/],
  ['what is not a serial number', { criteria: [is('SERIAL_NUMBER', 'zz')] }, /does not contain a serial number/],
  ['an unknown CA (94)', { criteria: [is('CA', 'Absent')] }, /^Invalid search criteria content, unknown CA\.$/],
  [
    'an unknown end entity profile (94)',
    { criteria: [is('END_ENTITY_PROFILE', 'Absent')] },
    /unknown end entity profile\.$/,
  ],
  [
    'an unknown certificate profile (94)',
    { criteria: [is('CERTIFICATE_PROFILE', 'Absent')] },
    /unknown certificate profile\.$/,
  ],
];
const REFUSED_PAGES: readonly (readonly [what: string, body: object, message: RegExp])[] = [
  ['the page 0 (101)', { pagination: { page_size: 1, current_page: 0 } }, /^Current page must be greater 0\.$/],
  ['the page -2 (101)', { pagination: { page_size: 1, current_page: -2 } }, /^Current page must be greater 0\.$/],
  ['a page of nothing (101)', { pagination: { page_size: 0, current_page: 1 } }, /^Page size must be greater 0\.$/],
  ['an unknown order', { sort: { property: 'COLOUR', operation: 'ASC' } }, /^Invalid search criteria sort property\./],
  [
    'an unknown direction',
    { sort: { property: 'STATUS', operation: 'UP' } },
    /^Invalid search criteria sort operation\./,
  ],
  ['an empty list of criteria', { criteria: [] }, /^Invalid criteria value, can not be empty\.$/],
  [
    'a page too deep to sort',
    { pagination: { page_size: 500, current_page: 201 }, sort: { property: 'STATUS', operation: 'ASC' } },
    /first 100000 results/,
  ],
];

describe('pages of a search that takes its time', () => {
  const shared = sharedServer();
  const THERE = ['slow-a', 'slow-b', 'slow-c', 'slow-d', 'slow-e'];
  const make = (username: string) =>
    enroll(shared.server, requestUnder('Slow', { username, subject: `CN=${username}` }));
  const ask = (body: object, after: string | undefined, client?: ClientIdentity) =>
    shared.server.call('/v2/certificate/search', {
      body: { criteria: [is('END_ENTITY_PROFILE', 'Slow')], ...body },
      ...(after === undefined ? {} : { headers: { 'x-page-after': after } }),
      ...(client && { as: client }),
    });
  before(async () => {
    await createProfiles(shared.server, 'Slow', {});
    for (const name of THERE) await make(name);
  });

  it('go on where they were after hours, and have nothing twice and miss nothing', async () => {
    const { server } = shared;
    for (const [property, operation] of [
      ['USERNAME', 'DESC'],
      ['UPDATE_TIME', 'DESC'],
      ['EXPIRE_DATE', 'ASC'],
      ['STATUS', 'DESC'],
    ] as const) {
      const found: string[] = [];
      let after: string | undefined;
      for (let current = 1; ; current++) {
        const body = { sort: { property, operation }, pagination: { page_size: 2, current_page: current } };
        const { status, text, json, headers } = await ask(body, after);
        assert.equal(status, 200, text);
        const { certificates } = json as unknown as { certificates: { username: string }[] };
        found.push(...certificates.map(({ username }) => username));
        after = headers['x-page-end'] as string | undefined;
        if (after === undefined) break;
        // Before those that are next in each order that descends.
        await make(`slow-z-${property}-${current}`);
        server.clock.advanceSeconds(3600);
      }
      assert.equal(new Set(found).size, found.length, property);
      assert.deepEqual(new Set(THERE).difference(new Set(found)), new Set(), property);
    }
  });

  it('leave the pages by number as they are', async () => {
    const page = async (current: number, after?: string) => {
      const { status, text, json, headers } = await ask({ pagination: { page_size: 1, current_page: current } }, after);
      assert.equal(status, 200, text);
      const { certificates } = json as unknown as { certificates: { username: string }[] };
      return { names: certificates.map(({ username }) => username), end: headers['x-page-end'] as string };
    };
    assert.deepEqual((await page(1)).names, ['slow-a']);
    const second = await page(2);
    assert.deepEqual(second.names, ['slow-b']);
    assert.deepEqual((await page(1, second.end)).names, ['slow-c']);
    assert.deepEqual((await page(2)).names, ['slow-b']);
    assert.deepEqual((await page(3)).names, ['slow-c']);
  });

  it('go on in the first version of the search, too', async () => {
    const search = async (body: object, after?: string) => {
      const { status, text, json, headers } = await shared.server.call('/v1/certificate/search', {
        body: { criteria: [is('END_ENTITY_PROFILE', 'Slow')], ...body },
        ...(after === undefined ? {} : { headers: { 'x-page-after': after } }),
      });
      assert.equal(status, 200, text);
      const [{ certificates, more_results: isFull }] = json as unknown as [
        { certificates: { serial_number: string }[]; more_results: boolean },
      ];
      const numbers = certificates.map(({ serial_number: number }) => number);
      return { numbers, isFull, end: headers['x-page-end'] as string | undefined };
    };
    const all = (await search({ max_number_of_results: 500 })).numbers;
    const first = await search({ max_number_of_results: 2 });
    assert.deepEqual([first.numbers, first.isFull], [all.slice(0, 2), true]);
    const second = await search({ max_number_of_results: 2 }, first.end);
    assert.deepEqual(second.numbers, all.slice(2, 4));
    const rest = await search({ max_number_of_results: 500 }, second.end);
    assert.deepEqual([rest.numbers, rest.isFull, rest.end], [all.slice(4), false, undefined]);
    const other = { max_number_of_results: 2, criteria: [is('STATUS', 'CERT_ACTIVE')] };
    const refused = await shared.server.call('/v1/certificate/search', {
      body: other,
      headers: { 'x-page-after': first.end! },
    });
    assertRefusal(refused, 400, /^X-Page-After is not the X-Page-End of a page of this search/);
  });

  it('are of the search and the caller that they were made for', async () => {
    const { server } = shared;
    const body = { pagination: { page_size: 2, current_page: 1 } };
    const end = (await ask(body, undefined)).headers['x-page-end'] as string;
    const other = await newOfficer(server, 'of another', {
      '/ra_functionality/view_end_entity/': 'ALLOW',
      '/endentityprofilesrules/': 'ALLOW',
      '/ca/': 'ALLOW',
    });
    const descending = { property: 'USERNAME', operation: 'DESC' };
    for (const refused of [
      await ask(body, end, other),
      await ask({ ...body, sort: descending }, end),
      await ask({ ...body, criteria: [is('STATUS', 'CERT_ACTIVE')] }, end),
      await ask(body, `${end.slice(0, -4)}AAAA`),
      await ask(body, 'no text of ours'),
    ])
      assertRefusal(refused, 400, /^X-Page-After is not the X-Page-End of a page of this search/);
    assert.equal((await ask({ pagination: { page_size: 5, current_page: 7 } }, end)).status, 200);
    for (const counting of [{}, { pagination: { page_size: 5, current_page: -1 } }])
      assertRefusal(await ask(counting, end), 400, /^X-Page-After goes with a page, and a number was asked for/);
  });
});

describe('searches for certificates', () => {
  const shared = sharedServer();
  let officer: ClientIdentity;
  const issued = new Map<string, Certificate>();
  before(async () => {
    const { server } = shared;
    await createProfiles(server, 'Web', {});
    await createProfiles(server, 'Secret', {});
    await createCa(server, 'HiddenCA');
    for (const [username, profile, more, ca] of [
      ['find-a', 'Web', { extensions: NAMED }, 'ManagementCA'],
      ['find-b', 'Secret', {}, 'ManagementCA'],
      ['find-c', 'Web', {}, 'ManagementCA'],
      ['find-d', 'Web', {}, 'HiddenCA'],
    ] as const) {
      const body = requestUnder(profile, { username, subject: `CN=${username},O=Found`, ...more });
      issued.set(username, await enroll(server, { ...body, certificate_authority_name: ca }));
    }
    await revoke('find-c', 'KEY_COMPROMISE');
    officer = await newOfficer(server, 'find-officer', {
      '/ra_functionality/view_end_entity/': 'ALLOW',
      '/endentityprofilesrules/Web/view_end_entity/': 'ALLOW',
      '/ca/ManagementCA/': 'ALLOW',
    });
  });

  const revoke = async (name: string, reason: string) => {
    const path = `${certificatePath(issued.get(name)!, 'revoke')}?reason=${reason}`;
    const { status, text } = await shared.server.call(path, { method: 'PUT' });
    assert.equal(status, 200, text);
  };
  const search = (version: 1 | 2, body: object, client?: ClientIdentity) =>
    shared.server.call(`/v${version}/certificate/search`, {
      body: { ...(version === 1 ? { max_number_of_results: 10 } : {}), criteria: FOUND, ...body },
      ...(client && { as: client }),
    });
  const nameOf = (serial: string) => [...issued].find(([, one]) => one.serialNumber === serial)?.[0] ?? serial;
  /** Returns the certificates of this suite that a search of the first version finds. */
  const names = async (criteria: readonly Criterion[], more: object = {}, client?: ClientIdentity) => {
    const answer = await search(1, { criteria, ...more }, client);
    assert.equal(answer.status, 200, answer.text);
    const [{ certificates }] = answer.json as unknown as [{ certificates: { serial_number: string }[] }];
    return certificates.map((one) => nameOf(one.serial_number)).filter((name) => issued.has(name));
  };
  const page = async (body: object, client?: ClientIdentity) => {
    const answer = await search(2, body, client);
    assert.equal(answer.status, 200, answer.text);
    const { certificates, pagination_summary: summary } = answer.json as unknown as {
      certificates: { serialNumber: string }[];
      pagination_summary: object;
    };
    return { names: certificates.map((one) => nameOf(one.serialNumber)), summary };
  };

  it('find one by its username, and by any of its texts (84)', async () => {
    assert.deepEqual(await names([is('USERNAME', 'FIND-A')]), ['find-a']);
    for (const text of ['find-a', 'cn=find-a,o=found', 'cn=find-a, o=Found', 'dNSName=a.example'])
      assert.deepEqual(await names([is('QUERY', text)]), ['find-a'], text);
    const { serialNumber } = issued.get('find-a')!;
    for (const text of [serialNumber, `0x${serialNumber.toLowerCase()}`, BigInt(`0x${serialNumber}`).toString()])
      for (const property of ['QUERY', 'SERIAL_NUMBER'])
        assert.deepEqual(await names([is(property, text)]), ['find-a'], `${property} ${text}`);
    assert.deepEqual(await names([is('QUERY', 'dNSName=A.example')]), []);
  });

  it('answer with what clients know of a certificate, in a list', async () => {
    const { json } = await search(1, { criteria: [is('USERNAME', 'find-a')] });
    const { der, serialNumber } = issued.get('find-a')!;
    assert.deepEqual(json, [
      {
        certificates: [
          {
            certificate: Buffer.from(Buffer.from(der).toString('base64')).toString('base64'),
            serial_number: serialNumber,
            response_format: 'DER',
            certificate_profile: 'Web',
            end_entity_profile: 'Web',
          },
        ],
        more_results: false,
      },
    ]);
  });

  it('find parts and beginnings (85)', async () => {
    assert.deepEqual(await names([like('QUERY', 'ND-')]), ['find-a', 'find-b', 'find-c', 'find-d']);
    assert.deepEqual(await names([like('SUBJECT_ALT_NAME', 'a.exam')]), ['find-a']);
    assert.deepEqual(await names([{ property: 'subject_dn', value: 'CN=find-', operation: 'begins_with' }]), [
      'find-a',
      'find-b',
      'find-c',
      'find-d',
    ]);
    assert.deepEqual(await names([{ property: 'SUBJECT_DN', value: 'cn=find-', operation: 'BEGINS_WITH' }]), []);
    const digits = issued.get('find-b')!.serialNumber;
    assert.deepEqual(
      await names([{ property: 'SERIAL_NUMBER', value: digits.slice(0, 9), operation: 'BEGINS_WITH' }]),
      ['find-b'],
    );
    // Serial numbers are shown without zeros in front, and known with them elsewhere.
    const padded = `0x00${digits.slice(0, 9).toLowerCase()}`;
    assert.deepEqual(await names([{ property: 'SERIAL_NUMBER', value: padded, operation: 'BEGINS_WITH' }]), ['find-b']);
    assert.deepEqual(await names([{ property: 'SERIAL_NUMBER', value: '00', operation: 'BEGINS_WITH' }]), []);
    assert.deepEqual(await names([like('SERIAL_NUMBER', digits.slice(3, 12))]), ['find-b']);
    assert.deepEqual(await names([like('EXTERNAL_ACCOUNT_BINDING_ID', 'find')]), []);
  });

  it('find by profiles and CAs, several of which add up (86)', async () => {
    assert.deepEqual(await names([...FOUND, is('END_ENTITY_PROFILE', 'Web')]), ['find-a', 'find-c', 'find-d']);
    assert.deepEqual(await names([...FOUND, is('CERTIFICATE_PROFILE', 'Secret')]), ['find-b']);
    assert.deepEqual(await names([is('CERTIFICATE_PROFILE', 'Secret')]), ['find-b']);
    assert.deepEqual(await names([...FOUND, is('ca', 'HiddenCA')]), ['find-d']);
    assert.deepEqual(await names([...FOUND, is('CA', 'HiddenCA'), is('CA', 'ManagementCA')]), [
      'find-a',
      'find-b',
      'find-c',
      'find-d',
    ]);
  });

  it('find by status; the revoked are not active (87)', async () => {
    const web = is('END_ENTITY_PROFILE', 'Web');
    const status = (...values: string[]) => names([web, ...values.map((value) => is('STATUS', value))]);
    assert.deepEqual(await status('CERT_ACTIVE'), ['find-a', 'find-d']);
    assert.deepEqual(await status('CERT_NOTIFIEDABOUTEXPIRATION'), []);
    assert.deepEqual(await status('cert_revoked'), ['find-c']);
    assert.deepEqual(await status('CERT_ACTIVE', 'CERT_REVOKED'), ['find-a', 'find-c', 'find-d']);
    assert.deepEqual(await status('CERT_REVOKED', 'REVOCATION_REASON_KEYCOMPROMISE'), ['find-c']);
    assert.deepEqual(await status('CERT_REVOKED', 'REVOCATION_REASON_SUPERSEDED'), []);
    assert.deepEqual(await status('REVOCATION_REASON_SUPERSEDED'), ['find-a', 'find-c', 'find-d']);
    assert.deepEqual(await status('CERT_ACTIVE', 'CERT_REVOKED', 'REVOCATION_REASON_SUPERSEDED'), ['find-a', 'find-d']);
  });

  it('find by moments before and after (88), that of the last change among them (102)', async () => {
    const all = ['find-a', 'find-b', 'find-c', 'find-d'];
    for (const property of ['ISSUED_DATE', 'UPDATE_TIME'])
      for (const [operation, value, found] of [
        ['AFTER', moment(-3600), all],
        ['AFTER', moment(3600), []],
        ['BEFORE', moment(3600), all],
        ['BEFORE', moment(-3600), []],
      ] as const)
        assert.deepEqual(await names([...FOUND, { property, value, operation }]), found, `${property} ${operation}`);
    const { notAfter } = issued.get('find-a')!;
    for (const [operation, seconds, found] of [
      ['AFTER', -1, ['find-a']],
      ['AFTER', 0, []],
      ['BEFORE', 0, []],
      ['BEFORE', 1, ['find-a']],
    ] as const) {
      const value = new Date((notAfter + seconds) * 1000).toISOString().replace('.000Z', 'Z');
      const criteria = [is('USERNAME', 'find-a'), { property: 'EXPIRE_DATE', value, operation }];
      assert.deepEqual(await names(criteria), found, `EXPIRE_DATE ${operation} ${seconds}`);
    }
    const revoked = (operation: string) => names([{ property: 'REVOCATION_DATE', value: moment(-3600), operation }]);
    assert.deepEqual([await revoked('AFTER'), await revoked('BEFORE')], [['find-c'], []]);
  });

  it('tell when there are as many as asked for (89)', async () => {
    const { json } = await search(1, { criteria: [is('END_ENTITY_PROFILE', 'Web')], max_number_of_results: 1 });
    const [{ certificates, more_results: more }] = json as unknown as [
      { certificates: object[]; more_results: boolean },
    ];
    assert.deepEqual([certificates.length, more], [1, true]);
  });

  it('find nothing (90)', async () => {
    const { status, json } = await search(1, { criteria: [is('USERNAME', 'find-nobody')] });
    assert.deepEqual([status, json], [200, [{ certificates: [], more_results: false }]]);
  });

  for (const [what, body, message] of REFUSED)
    it(`refuse ${what}`, async () => assertRefusal(await search(1, body), 400, message));

  for (const [what, body, message] of REFUSED_PAGES)
    it(`refuse ${what}`, async () => assertRefusal(await search(2, body), 400, message));

  it('show nothing of other CAs and profiles, and answer their names as unknown ones (94)', async () => {
    assert.deepEqual(await names(FOUND, {}, officer), ['find-a', 'find-c']);
    assert.deepEqual(await names([is('USERNAME', 'find-b')], {}, officer), []);
    assert.deepEqual((await page({ criteria: FOUND }, officer)).summary, { total_certs: 2 });
    assert.deepEqual(await count({ as: officer }), 2);
    for (const [property, hidden, kind] of [
      ['END_ENTITY_PROFILE', 'Secret', 'end entity profile'],
      ['CERTIFICATE_PROFILE', 'Secret', 'certificate profile'],
      ['CA', 'HiddenCA', 'CA'],
    ] as const)
      for (const value of [hidden, 'Absent'])
        for (const version of [1, 2] as const)
          assertRefusal(
            await search(version, { criteria: [is(property, value)] }, officer),
            400,
            `Invalid search criteria content, unknown ${kind}.`,
          );
  });

  it('find nothing for callers who may view no end entities', async () => {
    const nobody = await newOfficer(shared.server, 'find-views-nothing', { '/ca/': 'ALLOW' });
    assert.deepEqual(await names(FOUND, {}, nobody), []);
    assert.deepEqual(await count({ as: nobody }), 0);
  });

  const count = async (options: { readonly as?: ClientIdentity; readonly active?: boolean } = {}) => {
    const { active, ...rest } = options;
    const query = active === undefined ? '' : `?isActive=${active}`;
    const { status, json, text } = await shared.server.call(`/v2/certificate/count${query}`, rest);
    assert.equal(status, 200, text);
    return (json as { count: number }).count;
  };

  it('count: one more is enrolled, and one less is active (97)', async () => {
    const [all, active] = [await count(), await count({ active: true })];
    assert.equal(await count({ active: false }), all);
    issued.set(
      'counted',
      await enroll(shared.server, requestUnder('Secret', { username: 'counted', subject: 'CN=counted' })),
    );
    assert.deepEqual([await count(), await count({ active: true })], [all + 1, active + 1]);
    await revoke('counted', 'SUPERSEDED');
    assert.deepEqual([await count(), await count({ active: true })], [all + 1, active]);
  });

  it('count what they find when no page is asked for (98), or the page -1 (99)', async () => {
    for (const pagination of [undefined, null])
      assert.deepEqual(await page({ pagination }), { names: [], summary: { total_certs: 4 } });
    assert.deepEqual(await page({ pagination: { page_size: 3, current_page: -1 } }), {
      names: [],
      summary: { page_size: 3, current_page: -1, total_certs: 4 },
    });
  });

  it('give pages that join, and an empty one behind them (100)', async () => {
    const criteria = [is('END_ENTITY_PROFILE', 'Web')];
    const at = (current: number) => page({ criteria, pagination: { page_size: 2, current_page: current } });
    assert.deepEqual(await at(1), {
      names: ['find-a', 'find-c'],
      summary: { page_size: 2, current_page: 1, total_certs: 2 },
    });
    assert.deepEqual(await at(2), { names: ['find-d'], summary: { page_size: 2, current_page: 2, total_certs: 3 } });
    assert.deepEqual(await at(3), { names: [], summary: { page_size: 2, current_page: 3 } });
    assert.deepEqual((await at(2 ** 31 - 1)).names, []);
    const large = await page({ criteria, pagination: { page_size: 2 ** 31 - 1, current_page: 1 } });
    assert.deepEqual(large.summary, { page_size: 500, current_page: 1, total_certs: 3 });
  });

  it('come in every order', async () => {
    const pagination = { page_size: 10, current_page: 1 };
    for (const [property, ascending] of ORDERS)
      for (const operation of ['asc', 'DESC']) {
        const { names: found } = await page({ pagination, sort: { property, operation } });
        if (ascending !== undefined)
          assert.deepEqual(found, operation === 'asc' ? ascending : ascending.toReversed(), property);
        assert.deepEqual(found.toSorted(), ['find-a', 'find-b', 'find-c', 'find-d'], property);
      }
  });

  it('have no certificate twice on their pages while others enroll', async () => {
    const sort = { property: 'UPDATE_TIME', operation: 'DESC' };
    const criteria = [is('END_ENTITY_PROFILE', 'Web')];
    const found: string[] = [];
    for (let current = 1; ; current++) {
      const { names: some } = await page({ criteria, sort, pagination: { page_size: 1, current_page: current } });
      if (some.length === 0) break;
      found.push(...some);
      await enroll(
        shared.server,
        requestUnder('Web', { username: `later-${current}`, subject: `CN=later-${current}` }),
      );
    }
    assert.deepEqual(found, ['find-c', 'find-d', 'find-a']);
  });

  it('give items as clients of the second version know them (103)', async () => {
    const { configuration } = shared.server.running.installation;
    const [certificateProfile, endEntityProfile] = [
      await configuration.get(certificateProfileType, 'Web'),
      await configuration.get(endEntityProfileType, 'Web'),
    ];
    const { json } = await search(2, {
      criteria: [is('USERNAME', 'find-a')],
      pagination: { page_size: 1, current_page: 1 },
    });
    const { certificates } = json as unknown as { certificates: Record<string, unknown>[] };
    const { udpateTime, cAFingerprint, fingerprint, subjectKeyId, ...item } = certificates[0]!;
    const { der, serialNumber, notAfter, notBefore } = issued.get('find-a')!;
    assert.ok(Math.abs((udpateTime as number) - Date.now()) < 3_600_000);
    assert.match(cAFingerprint as string, /^[0-9a-f]{40}$/);
    assert.equal(fingerprint, Certificate.parse(der).sha1Fingerprint.toLowerCase());
    assert.match(subjectKeyId as string, /^[0-9a-f]{40}$/);
    assert.deepEqual(item, {
      certificateProfileId: certificateProfile.publicId,
      endEntityProfileId: endEntityProfile.publicId,
      expireDate: notAfter * 1000,
      issuerDN: 'CN=ManagementCA,O=Sealwright',
      notBefore: notBefore * 1000,
      revocationDate: -1,
      revocationReason: -1,
      serialNumber,
      status: 20,
      subjectAltName: 'dNSName=a.example',
      subjectDN: 'CN=find-a,O=Found',
      tag: null,
      type: 1,
      username: 'find-a',
      base64Cert: Buffer.from(Buffer.from(der).toString('base64')).toString('base64'),
      certificateRequest: null,
      crlPartitionIndex: 0,
      invalidity_date: null,
      certificateProfile: 'Web',
      endEntityProfile: 'Web',
    });
    const revoked = await search(2, {
      criteria: [is('USERNAME', 'find-c')],
      pagination: { page_size: 1, current_page: 1 },
    });
    const [{ status, revocationReason, revocationDate }] = (
      revoked.json as unknown as { certificates: [Record<string, number>] }
    ).certificates;
    assert.deepEqual([status, revocationReason, revocationDate! > 0], [40, 1, true]);
  });
});

describe('the list of certificates that end soon', () => {
  const shared = sharedServer();
  before(async () => {
    await createProfiles(shared.server, 'Short', { validity: '10d' });
  });

  const expire = (query: string, client?: ClientIdentity) =>
    shared.server.call(`/v1/certificate/expire?${query}`, client && { as: client });
  const list = ({ status, json, text }: Answer) => {
    assert.equal(status, 200, text);
    const body = json as unknown as {
      pagination_rest_response_component: object;
      certificates_rest_response: {
        certificates: { certificate: string; serial_number: string; response_format: string }[];
      };
    };
    return [body.pagination_rest_response_component, body.certificates_rest_response.certificates] as const;
  };

  it('is empty at first (64)', async () => {
    assert.deepEqual(list(await expire('days=20&offset=0&maxNumberOfResults=4')), [
      { more_results: false, next_offset: 0, number_of_results: 0 },
      [],
    ]);
  });

  it('comes in pieces, and tells how many are left (65, 66), and nothing beyond its end (142)', async () => {
    const { server } = shared;
    const serials: string[] = [];
    for (let n = 0; n < 10; n++)
      serials.push(
        (await enroll(server, requestUnder('Short', { username: `short-${n}`, subject: `CN=short-${n}` })))
          .serialNumber,
      );
    const [first, certificates] = list(await expire('days=20&offset=0&maxNumberOfResults=4'));
    assert.deepEqual(first, { more_results: true, next_offset: 4, number_of_results: 6 });
    assert.deepEqual(
      certificates.map((one) => one.serial_number),
      serials.slice(0, 4),
    );
    assert.equal(Certificate.parse(Uint8Array.fromBase64(certificates[0]!.certificate)).serialNumber, serials[0]);
    const [second, others] = list(await expire('days=20&offset=3&maxNumberOfResults=4'));
    assert.deepEqual(second, { more_results: true, next_offset: 7, number_of_results: 3 });
    assert.deepEqual(
      others.map((one) => one.serial_number),
      serials.slice(3, 7),
    );
    // What goes on where a piece has ended is of the same list, whatever is issued meanwhile.
    await enroll(server, requestUnder('Short', { username: 'short-later', subject: 'CN=short-later' }));
    const [, rest] = list(await expire('days=20&offset=7&maxNumberOfResults=4'));
    assert.deepEqual(rest.map((one) => one.serial_number).slice(0, 3), serials.slice(7, 10));
    const [beyond, none] = list(await expire('days=20&offset=11&maxNumberOfResults=4'));
    assert.deepEqual([beyond, none], [{ more_results: false, next_offset: 11, number_of_results: 0 }, []]);
    assert.equal(list(await expire('days=20'))[1].length, 11);
    assert.equal(list(await expire('days=5'))[1].length, 0);
    assert.ok(list(await expire('days=9223372036854'))[1].length > 10);
  });

  it('needs the right to view certificates, and shows what the caller may see', async () => {
    const { server } = shared;
    const rules = { '/ca/': 'ALLOW', '/ra_functionality/view_end_entity/': 'ALLOW' } as const;
    const without = await newOfficer(server, 'expire-without', { ...rules, '/endentityprofilesrules/': 'ALLOW' });
    assert.equal((await expire('days=20', without)).status, 403);
    const blind = await newOfficer(server, 'expire-blind', {
      ...rules,
      '/ca_functionality/view_certificate/': 'ALLOW',
    });
    assert.deepEqual(list(await expire('days=20', blind)), [
      { more_results: false, next_offset: 0, number_of_results: 0 },
      [],
    ]);
  });

  for (const query of ['', 'days=-1', 'days=1&offset=-1', 'days=1&maxNumberOfResults=-1', 'days=abc'])
    it(`refuses the query '${query}' (142)`, async () =>
      assertRefusal(await expire(query), 400, /days|offset|maxNumberOfResults/));
});

describe('a search of a client of EJBCA, with compatibility ejbca', () => {
  const shared = sharedServer({ compatibility: 'ejbca' });

  it('is answered with one object', async () => {
    const body = { max_number_of_results: 10, criteria: [is('CA', 'ManagementCA')] };
    const { status, json } = await shared.server.call('/v1/certificate/search', { body });
    assert.equal(status, 200);
    assert.deepEqual(Object.keys(json), ['certificates', 'more_results']);
    assert.ok((json['certificates'] as object[]).length > 0);
  });
});

function is(property: string, value: string): Criterion {
  return { property, value, operation: 'EQUAL' };
}

function like(property: string, value: string): Criterion {
  return { property, value, operation: 'LIKE' };
}

/** A moment as criteria have it, some seconds from now. */
function moment(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toISOString().replace(/\.\d+Z$/, 'Z');
}
