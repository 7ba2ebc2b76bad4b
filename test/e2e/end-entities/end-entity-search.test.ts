/** Searches for end entities, and the end entity profiles that a caller may use (acceptance cases 116, 123 and 141). */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { endEntityProfileType } from '../../../packages/server/src/modules/profiles/index.ts';
import { createProfiles, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import type { ClientIdentity } from '../support/test-server.ts';

describe('searches for end entities', () => {
  const shared = sharedServer();
  let officer: ClientIdentity;
  before(async () => {
    const { server } = shared;
    await createProfiles(server, 'Web', {});
    await createProfiles(server, 'Secret', {});
    await enroll(server, requestUnder('Web', { username: 'search-a', subject: 'CN=search-a' }));
    await enroll(server, requestUnder('Secret', { username: 'search-b', subject: 'CN=search-b' }));
    await enroll(server, requestUnder('Web', { username: 'search-c', subject: 'CN=search-c' }));
    officer = await newOfficer(server, 'search-officer', {
      '/ra_functionality/view_end_entity/': 'ALLOW',
      '/endentityprofilesrules/Web/view_end_entity/': 'ALLOW',
      '/ca/ManagementCA/': 'ALLOW',
    });
  });

  const search = (version: 1 | 2, body: object, client?: ClientIdentity) =>
    shared.server.call(`/v${version}/endentity/search`, {
      body: { max_number_of_results: 10, criteria: [query('search-')], ...body },
      ...(client && { as: client }),
    });
  const names = async (...args: Parameters<typeof search>) => {
    const answer = await search(...args);
    assert.equal(answer.status, 200, answer.text);
    const { end_entities: found, more_results: more } = answer.json as {
      end_entities: { username: string }[];
      more_results: boolean;
    };
    return [found.map(({ username }) => username).filter((name) => name !== 'search-officer'), more];
  };

  it('find what was enrolled (116), with all that clients know of it', async () => {
    const { json } = await search(1, { criteria: [query('search-a', 'EQUAL')] });
    assert.deepEqual(json, {
      end_entities: [
        { username: 'search-a', dn: 'CN=search-a', status: 'GENERATED', token: 'USERGENERATED', extension_data: [] },
      ],
      more_results: false,
    });
  });

  it('find by every criterion', async () => {
    for (const [property, value, found] of [
      ['END_ENTITY_PROFILE', 'Web', ['search-a', 'search-c']],
      ['CERTIFICATE_PROFILE', 'Secret', ['search-b']],
      ['ca', 'ManagementCA', ['search-a', 'search-b', 'search-c']],
      ['STATUS', 'generated', ['search-a', 'search-b', 'search-c']],
      ['STATUS', 'NEW', []],
      ['STATUS', 'WAITINGFORADDAPPROVAL', []],
      ['MODIFIED_AFTER', '2020-01-01T00:00:00Z', ['search-a', 'search-b', 'search-c']],
      ['MODIFIED_BEFORE', '2020-01-01T00:00:00Z', []],
    ] as const) {
      const criteria = [query('search-'), { property, value, operation: 'equal' }];
      assert.deepEqual(await names(1, { criteria }), [found, false], `${property} ${value}`);
    }
    const twice = ['Web', 'Secret'].map((value) => ({ property: 'END_ENTITY_PROFILE', value, operation: 'EQUAL' }));
    assert.deepEqual((await names(2, { criteria: twice }))[0], ['search-a', 'search-b', 'search-c']);
  });

  it('give pages, and v2 an order', async () => {
    const one = {
      max_number_of_results: 1,
      criteria: [{ property: 'END_ENTITY_PROFILE', value: 'Web', operation: 'EQUAL' }],
    };
    assert.deepEqual(await names(1, { ...one, current_page: -7 }), [['search-a'], true]);
    assert.deepEqual(await names(1, { ...one, current_page: 1 }), [['search-c'], false]);
    assert.deepEqual(await names(1, { ...one, current_page: 2 ** 31 - 1 }), [[], false]);
    for (const property of ['USERNAME', 'SUBJECT_DN', 'UPDATE_TIME', 'CREATED_TIME', 'username']) {
      const sort_operation = { property, operation: 'DESC' };
      assert.deepEqual(await names(2, { ...one, sort_operation }), [['search-c'], true], property);
    }
    for (const property of ['SUBJECT_ALT_NAME', 'STATUS', 'CA', 'CERTIFICATE_PROFILE', 'END_ENTITY_PROFILE'])
      assert.deepEqual(await names(2, { ...one, sort_operation: { property, operation: 'asc' } }), [
        ['search-a'],
        true,
      ]);
    const byProfile = { sort_operation: { property: 'END_ENTITY_PROFILE', operation: 'ASC' } };
    assert.deepEqual((await names(2, { ...byProfile, max_number_of_results: 400 }))[0], [
      'search-b',
      'search-a',
      'search-c',
    ]);
  });

  it('show nothing of profiles without the right to view, and answer their names as unknown ones', async () => {
    assert.deepEqual(await names(1, {}, officer), [['search-a', 'search-c'], false]);
    assert.deepEqual(await names(2, { criteria: [query('search-b', 'EQUAL')] }, officer), [[], false]);
    for (const property of ['END_ENTITY_PROFILE', 'CERTIFICATE_PROFILE', 'CA']) {
      const answers = await Promise.all(
        ['Secret', 'Absent'].map((value) =>
          search(1, { criteria: [{ property, value, operation: 'EQUAL' }] }, officer),
        ),
      );
      const kind = property === 'CA' ? 'CA' : property.toLowerCase().replaceAll('_', ' ');
      for (const { status, json } of answers)
        assert.deepEqual([status, json], [400, refusal(`Invalid search criteria content, unknown ${kind}.`)]);
    }
  });

  it('find nothing for callers who may view no end entities', async () => {
    const nobody = await newOfficer(shared.server, 'views-nothing', { '/ca/': 'ALLOW' });
    assert.deepEqual(await names(1, {}, nobody), [[], false]);
  });

  for (const [what, version, body, message] of [
    [
      'no number of results',
      1,
      { max_number_of_results: null },
      /^Invalid maximum number of results, can not be null\.$/,
    ],
    ['no results', 1, { max_number_of_results: 0 }, /can not be less or equal to zero\.$/],
    ['too many results', 1, { max_number_of_results: 401 }, /can not be more than 400\.$/],
    ['no list of criteria', 1, { criteria: null }, /^Invalid criteria value, can not be null\.$/],
    ['no criteria', 2, { criteria: [] }, /^Invalid criteria value, can not be empty\.$/],
    [
      'two texts',
      1,
      { criteria: [query('a'), query('b')] },
      /^Invalid search criteria content, QUERY is given 2 times/,
    ],
    [
      'an unknown property',
      1,
      { criteria: [{ ...query('a'), property: 'COLOUR' }] },
      /property, 'COLOUR' is unrecognized/,
    ],
    ['an unknown operation', 1, { criteria: [{ ...query('a'), operation: 'NEAR' }] }, /should be EQUAL or LIKE/],
    [
      'STATUS with LIKE',
      1,
      { criteria: [{ property: 'STATUS', value: 'NEW', operation: 'LIKE' }] },
      /should be EQUAL\.$/,
    ],
    ['an unknown status', 1, { criteria: [{ property: 'STATUS', value: 'OLD', operation: 'EQUAL' }] }, /'OLD'/],
    ['an empty value', 1, { criteria: [query('')] }, /value, can not be null or empty/],
    ['null for a value', 1, { criteria: [{ ...query('a'), value: null }] }, /criteria value, can not be null or empty/],
    ['no property', 2, { criteria: [{ ...query('a'), property: undefined }] }, /property, can not be null or empty/],
    [
      'an invalid date',
      1,
      { criteria: [{ property: 'MODIFIED_BEFORE', value: 'May', operation: 'EQUAL' }] },
      /^Invalid date format for modifiedBefore value\./,
    ],
    ['a page before the first (123)', 2, { current_page: -1 }, /-1 can not be less than zero/],
    ['an unknown order', 2, { sort_operation: { property: 'COLOUR', operation: 'ASC' } }, /sort property/],
    ['an unknown direction', 2, { sort_operation: { property: 'CA', operation: 'UP' } }, /sort operation/],
    [
      'a page too deep to sort',
      2,
      { current_page: 250, max_number_of_results: 400, sort_operation: { property: 'CA', operation: 'ASC' } },
      /first 100000 results/,
    ],
  ] as const)
    it(`refuse ${what}`, async () => {
      const { status, json } = await search(version, body);
      assert.equal(status, 400);
      assert.match((json as { error_message: string }).error_message, message);
    });
});

describe('end entity profiles', () => {
  const shared = sharedServer();
  let officer: ClientIdentity;
  before(async () => {
    const { server } = shared;
    await createProfiles(server, 'Web', {});
    await createProfiles(server, 'Secret', {});
    officer = await newOfficer(server, 'profile-officer', {
      '/ra_functionality/create_end_entity/': 'ALLOW',
      '/endentityprofilesrules/Web/create_end_entity/': 'ALLOW',
    });
  });

  it('are listed for those with a right to their end entities (141)', async () => {
    const { json } = await shared.server.call('/v2/endentity/profiles/authorized', { as: officer });
    const { publicId } = await shared.server.running.installation.configuration.get(endEntityProfileType, 'Web');
    assert.deepEqual(json, { end_entitie_profiles: [{ name: 'Web', id: publicId, description: null }] });
    const all = await shared.server.call('/v2/endentity/profiles/authorized');
    const { end_entitie_profiles: profiles } = all.json as { end_entitie_profiles: { name: string }[] };
    assert.deepEqual(
      profiles.map(({ name }) => name),
      ['EMPTY', 'Secret', 'Signer', 'Web'],
    );
  });

  it('show their CAs, certificate profiles and fields (141)', async () => {
    const { status, json } = await shared.server.call('/v2/endentity/profile/Web');
    assert.equal(status, 200);
    const profile = json as Record<string, string[]>;
    assert.deepEqual(profile['available_cas'], ['ManagementCA']);
    assert.deepEqual(profile['available_certificate_profiles'], ['Web']);
    assert.ok(profile['subject_distinguished_name_fields']!.includes('CN'));
    const without = await shared.server.call('/v2/endentity/profile/Web', { as: officer });
    assert.deepEqual(without.json['available_cas'], []);
  });

  it('look absent without a right (141)', async () => {
    const [hidden, absent] = await Promise.all(
      ['Secret', 'Absent'].map((name) => shared.server.call(`/v2/endentity/profile/${name}`, { as: officer })),
    );
    assert.deepEqual([hidden!.status, absent!.status], [404, 404]);
    assert.equal(hidden!.text.replace('Secret', 'Absent'), absent!.text);
  });
});

function query(value: string, operation = 'LIKE') {
  return { property: 'QUERY', value, operation };
}

function refusal(message: string) {
  return { error_code: 400, error_message: message };
}
