/**
 * Members of bodies, and parts of paths, that cannot be what they are: of the operations on end entities, their enrollments and their keys. Which
 * members there are is read from the description of the interface, so that a new one is asked badly as well. Every answer is a refusal that
 * names the member.
 */
import { parsePem, type PemBlock } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { afterEach, before, describe, it } from 'node:test';
import { assertRefusal, createProfiles, enroll, ENROLL, sharedServer } from '../support/ca-rest-setup.ts';
import {
  createKeepingCa,
  createKeepingProfiles,
  importKeys,
  keystoreOf,
  newForeignKey,
  PASSWORD,
} from '../support/setups/key-recovery-setup.ts';
import { certificateRequest, newKeyPair, newRequest } from '../support/enrollment.ts';
import { CA_REST, send, type Answer } from '../support/test-server.ts';

const PROFILE = 'Hostile';
const CA = 'Hostile CA';
const NAMES = {
  username: 'hostile',
  password: 'foo123',
  certificate_profile_name: PROFILE,
  end_entity_profile_name: PROFILE,
};
const RECORD = { ...NAMES, subject_dn: 'CN=hostile', ca_name: 'ManagementCA', token: 'USERGENERATED' };
const REQUEST = certificateRequest('CN=hostile', newKeyPair());
const CRITERION = { property: 'QUERY', value: 'hostile', operation: 'LIKE' };
const SEARCH = { max_number_of_results: 10, current_page: 0, criteria: [CRITERION] };
const KEYSTORES = [{ username: 'hostile', keystore: 'AAAA', password: 'x' }];
const VALUES = [{ name: '1.2.3.4', value: '0500' }];

/** A good body of each operation, with every member that has a shape of its own. */
const OPERATIONS: readonly (readonly [method: string, path: string, body: Readonly<Record<string, unknown>>])[] = [
  [
    'post',
    ENROLL,
    {
      ...NAMES,
      certificate_request: REQUEST,
      certificate_authority_name: 'ManagementCA',
      extension_data: VALUES,
      custom_data: VALUES,
    },
  ],
  [
    'post',
    '/v1/certificate/certificaterequest',
    {
      username: 'hostile',
      password: NAMES.password,
      certificate_request: REQUEST,
      certificate_authority_name: 'ManagementCA',
    },
  ],
  [
    'post',
    '/v1/certificate/enroll',
    {
      certificate_request: REQUEST,
      certificate_request_type: 'PKCS10',
      end_entity: { ...RECORD, extension_data: VALUES, custom_data: VALUES },
    },
  ],
  ['post', '/v1/certificate/enrollkeystore', { username: 'hostile', password: 'x', key_alg: 'EC', key_spec: 'P-256' }],
  ['post', '/v1/certificate/{request_id}/finalize', { response_format: 'DER', password: 'x' }],
  ['post', '/v1/endentity', { ...RECORD, extension_data: VALUES, custom_data: VALUES }],
  ['post', '/v1/endentity/edit', { ...RECORD, extension_data: VALUES, custom_data: VALUES }],
  ['post', '/v1/endentity/{endentity_name}/setstatus', { password: 'x', token: 'P12', status: 'NEW' }],
  ['put', '/v1/endentity/{endentity_name}/revoke', { reason_code: 4, delete: false }],
  ['post', '/v1/endentity/search', SEARCH],
  ['post', '/v2/endentity/search', { ...SEARCH, sort_operation: { property: 'CA', operation: 'ASC' } }],
  [
    'post',
    '/v2/certificate/{issuer_dn}/keyimport',
    { certificate_profile_name: PROFILE, end_entity_profile_name: PROFILE, keystores: KEYSTORES },
  ],
];

describe('a member that cannot be taken', () => {
  const shared = sharedServer();
  let description: Description;
  before(async () => {
    const { server } = shared;
    await createProfiles(server, PROFILE, {}, { passwordRequired: true });
    const added = await server.call('/v1/endentity', { body: RECORD });
    assert.equal(added.status, 200, added.text);
    const answer = await server.call('/openapi.json');
    description = answer.json as unknown as Description;
  });
  afterEach(async () => {
    assert.equal((await shared.server.call('/v1/ca')).status, 200);
  });

  for (const [method, path, good] of OPERATIONS) {
    const ask = (body: unknown): Promise<Answer> =>
      shared.server.call(path.replace(/\{\w+\}/, '7'), { method: method.toUpperCase(), body });
    const membersOf = () => {
      const { schema } = description.paths[path]![method]!.requestBody.content['application/json'];
      return members(schema, description.components.schemas, []);
    };

    it(`of ${path} because of its type is refused by name`, async () => {
      const wrong: string[] = [];
      const found = membersOf();
      assert.ok(found.length >= 2);
      for (const { at, types } of found)
        for (const [type, value] of WRONG) {
          if (types.includes(type) || (type === 'fraction' && types.includes('number'))) continue;
          const answer = await ask(replaced(good, at, value));
          if (!isRefusalNaming(answer, at)) wrong.push(`${at.join('.')} as ${type}: ${answer.status} ${answer.text}`);
        }
      assert.deepEqual(wrong, []);
    });

    it(`of ${path} because of its text is refused by name`, async () => {
      const wrong: string[] = [];
      for (const { at, types } of membersOf()) {
        if (!types.includes('string')) continue;
        for (const [what, text] of Object.entries(TEXTS)) {
          const answer = await ask(replaced(good, at, text));
          if (!isRefusalNaming(answer, at)) wrong.push(`${at.join('.')} with ${what}: ${answer.status} ${answer.text}`);
        }
      }
      assert.deepEqual(wrong, []);
    });
  }

  it('as a part of a path is refused, or names nobody', async () => {
    const { server } = shared;
    const wrong: string[] = [];
    for (const [method, path, body] of [
      ...OPERATIONS,
      ['delete', '/v1/endentity/{endentity_name}', undefined],
      ['get', '/v2/endentity/profile/{endentity_profile_name}', undefined],
      ['put', '/v2/certificate/{issuer_dn}/12/keyrecover', undefined],
      ['put', '/v2/certificate/CN=x/{certificate_serial_number}/keyrecover', undefined],
      ['put', '/v1/certificate/{issuer_dn}/12/revoke?reason=SUPERSEDED', undefined],
    ] as const) {
      if (!path.includes('{')) continue;
      for (const [what, part] of PARTS) {
        const url = new URL(server.running.urls[0]!);
        const target = `${url.origin}${CA_REST}${path.replace(/\{\w+\}/, part)}`;
        const answer = await send(
          target as unknown as URL,
          { ...server.superAdministrator, ca: server.caChain },
          { method: method.toUpperCase(), ...(body === undefined ? {} : { body }) },
        );
        // Nobody has the name, so that its removal has nothing to do.
        const isGood = method === 'delete' && answer.status === 200;
        if (!isGood && !isRefusal(answer))
          wrong.push(`${method} ${path} with ${what}: ${answer.status} ${answer.text}`);
      }
    }
    assert.deepEqual(wrong, []);
  });
});

describe('a request or keystore that is cut off', () => {
  const shared = sharedServer();

  it('is refused wherever it ends', async () => {
    const body = newRequest({ username: 'cut', subject: 'CN=cut' });
    const [{ der }] = parsePem(body.certificate_request) as [PemBlock];
    for (let length = 0; length < der.length; length += 7)
      assertRefusal(
        await shared.server.call(ENROLL, {
          body: { ...body, certificate_request: der.subarray(0, length).toBase64() },
        }),
        400,
        /^Invalid certificate_request: /,
      );
    await enroll(shared.server, body);
  });

  it('is reported wherever it ends', async () => {
    const { server } = shared;
    await createKeepingProfiles(server);
    await createKeepingCa(server, CA);
    const key = await newForeignKey(server, CA, 'CN=cut');
    for (const [format, reason] of [
      ['P12', 'KEYSTORE_UNREADABLE'],
      ['BCFKS', 'KEYSTORE_UNREADABLE'],
      // The digest of the whole file has the password in it, and nobody can tell which of the two is wrong.
      ['JKS', 'WRONG_PASSWORD'],
    ] as const) {
      const whole = Uint8Array.fromBase64(await keystoreOf(key, format));
      for (let part = 1; part < 16; part++) {
        const keystore = whole.subarray(0, (whole.length * part) / 16).toBase64();
        const answer = await importKeys(server, CA, [{ username: 'cut', keystore, password: PASSWORD }]);
        assert.deepEqual(
          [answer.status, answer.json['key_import_failures']],
          [500, [{ username: 'cut', reason }]],
          `${format} ${part}/16: ${answer.text}`,
        );
      }
    }
  });
});

interface Schema {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
}

interface Description {
  readonly paths: Readonly<
    Record<
      string,
      Readonly<
        Record<
          string,
          { readonly requestBody: { readonly content: { readonly 'application/json': { readonly schema: Schema } } } }
        >
      >
    >
  >;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Member {
  readonly at: readonly string[];
  readonly types: readonly string[];
}

/** Lists the members of a schema, those of its objects and of the first entries of its lists among them. */
function members(
  schema: Schema,
  shapes: Description['components']['schemas'],
  at: readonly string[],
): readonly Member[] {
  const variants = variantsOf(schema, shapes);
  const types = variants.flatMap(({ type }) => type ?? []);
  const inner = variants.flatMap(({ properties = {}, items }) => [
    ...Object.entries(properties).flatMap(([name, each]) => members(each, shapes, [...at, name])),
    ...(items === undefined ? [] : members(items, shapes, [...at, '0'])),
  ]);
  return at.length === 0 ? inner : [{ at, types }, ...inner];
}

function variantsOf(schema: Schema, shapes: Description['components']['schemas']): readonly Schema[] {
  if (schema.$ref !== undefined) return variantsOf(shapes[schema.$ref.split('/').at(-1)!]!, shapes);
  return schema.anyOf === undefined ? [schema] : schema.anyOf.flatMap((each) => variantsOf(each, shapes));
}

function replaced(body: unknown, [name, ...rest]: readonly string[], value: unknown): unknown {
  if (name === undefined) return value;
  if (Array.isArray(body))
    return body.map((each, index) => (index === Number(name) ? replaced(each, rest, value) : each));
  const members = (body ?? {}) as Record<string, unknown>;
  return { ...members, [name]: replaced(members[name], rest, value) };
}

function isRefusal({ status, json }: Answer): boolean {
  return status >= 400 && status < 500 && json['error_code'] === status;
}

function isRefusalNaming(answer: Answer, at: readonly string[]): boolean {
  const name = at.findLast((each) => !/^\d+$/.test(each))!;
  const message = answer.json['error_message'] as string;
  return isRefusal(answer) && (message.includes(name) || message.includes(WORDS_OF_CLIENTS[name] ?? name));
}

function nested(depth: number): unknown {
  return depth === 0 ? {} : { deep: nested(depth - 1) };
}

/** Names that the interface has always used for members. */
const WORDS_OF_CLIENTS: Readonly<Record<string, string>> = { max_number_of_results: 'maximum number of results' };
const WRONG: readonly (readonly [type: string, value: unknown])[] = [
  ['null', null],
  ['boolean', true],
  ['integer', 7],
  ['fraction', -1.5],
  ['string', 'x'],
  ['array', [['x']]],
  ['object', nested(8)],
];
const TEXTS = {
  'a NUL': 'a\0b',
  'a line feed': 'a\nb',
  'half a surrogate pair': 'a\ud800b',
  'a million characters': 'x'.repeat(1_000_000),
};
const PARTS: readonly (readonly [what: string, part: string])[] = [
  ['no UTF-8', '%ff%fe'],
  ['a NUL', 'a%00b'],
  ['a broken escape', 'a%zz'],
  ['a line feed', 'a%0Ab'],
  ['a slash', 'a%2F..%2Fb'],
  ['4,000 characters', 'x'.repeat(4000)],
  ['8,000 characters', 'x'.repeat(8000)],
  ['emoji', '%F0%9F%92%A9'],
  ['a blank', '%20'],
];
