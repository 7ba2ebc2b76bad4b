import assert from 'node:assert/strict';
import { it } from 'node:test';
import { TestCa } from '../../../../../test/pki/test-pki.ts';
import type { UnitOfWork } from '../../kernel/unit-of-work.ts';
import { AuditLog, type AppendAuditRecord } from '../audit/index.ts';
import { AccessControl } from './access-control.ts';
import type { CertificateAdministrator } from './administrator.ts';
import type { CredentialRefusal } from './errors.ts';
import type { Role } from './role.ts';

const CA_ID = 17;
const alice: CertificateAdministrator = {
  kind: 'certificate',
  certificate: TestCa.root().issueClient('alice').certificate,
  issuerCaId: CA_ID,
  remoteAddress: '192.0.2.1',
};

function role(rules: Record<string, 'allow' | 'deny'>, matchValue = 'alice'): Role {
  return {
    id: 1,
    namespace: '',
    name: 'Role',
    rules: new Map(Object.entries(rules)),
    members: [{ issuerCaId: CA_ID, matchKey: 'WITH_COMMONNAME', matchValue }],
  };
}

function accessControl(roles: readonly Role[]) {
  const stored: AppendAuditRecord[] = [];
  const clock = { nowMs: () => 0 };
  const audit = new AuditLog({
    clock,
    random: { bytes: (count) => new Uint8Array(count) },
    ids: { next: () => 1 },
    store: { commit: async ({ writes }: UnitOfWork) => void stored.push(...(writes as AppendAuditRecord[])) },
  });
  /** Roles as they are at the moment; a read of them waits for `reading`. */
  const source = {
    epoch: 1,
    current: roles,
    reading: Promise.resolve(),
    reads: 0,
    refusal: undefined as CredentialRefusal | undefined,
  };
  const access = new AccessControl({
    source: {
      get epoch() {
        return source.epoch;
      },
      async roles() {
        const { current } = source;
        source.reads++;
        await source.reading;
        return current;
      },
      nameOf: async (_type, id) => `Name of ${id}`,
    },
    credentials: { refusalOf: async () => source.refusal },
    audit,
  });
  return { access, source, stored };
}

it('requires the right to be an administrator beside those that are asked for', async () => {
  const { access } = accessControl([role({ '/ca/': 'allow' })]);
  await assert.rejects(access.authorize(alice, '/ca/7/'), { code: 'access.denied', resource: '/administrator/' });
});

it('names the first resource that is missing, and records the refusal with it', async () => {
  const { access, stored } = accessControl([role({ '/administrator/': 'allow', '/a/': 'allow' })]);
  await access.authorize(alice, '/a/');
  assert.equal(stored.length, 0);
  await assert.rejects(access.authorize(alice, '/a/', '/b/', '/c/'), { code: 'access.denied', resource: '/b/' });
  assert.equal(stored.length, 1);
  const record = JSON.parse(stored[0]!.record) as Record<string, unknown>;
  assert.deepEqual(
    [record['event'], record['outcome'], record['details']],
    ['ACCESS_CONTROL', 'FAILURE', { resource: '/b/' }],
  );
  const { name, remoteAddress, certificateSha256 } = record['actor'] as Record<string, string>;
  assert.deepEqual(
    [name, remoteAddress, certificateSha256],
    ['CN=alice', '192.0.2.1', alice.certificate.sha256Fingerprint],
  );
});

it('records nothing when it is only asked', async () => {
  const { access, stored } = accessControl([]);
  assert.equal(await access.isAuthorized(alice, '/a/'), false);
  assert.equal(stored.length, 0);
});

it('lets the host and the system do everything', async () => {
  const { access } = accessControl([]);
  await access.authorize({ kind: 'host' }, '/a/');
  await access.authorize({ kind: 'system' }, '/a/');
});

it('takes all roles together that a caller is in, and no other', async () => {
  const { access } = accessControl([
    role({ '/administrator/': 'allow' }),
    role({ '/a/': 'allow' }),
    role({ '/b/': 'allow' }, 'bob'),
  ]);
  await access.authorize(alice, '/a/');
  await assert.rejects(access.authorize(alice, '/b/'), { code: 'access.denied' });
});

it('reads the roles once for each certificate and epoch', async () => {
  const { access, source } = accessControl([role({ '/': 'allow' })]);
  await access.authorize(alice, '/a/');
  await access.authorize(alice, '/b/');
  assert.equal(source.reads, 1);
  source.epoch++;
  await access.authorize(alice, '/a/');
  assert.equal(source.reads, 2);
});

it('follows the epoch in both directions of a change', async () => {
  const { access, source } = accessControl([role({ '/': 'allow' })]);
  assert.equal(await access.isAuthorized(alice, '/a/'), true);
  Object.assign(source, { current: [], epoch: 2 });
  assert.equal(await access.isAuthorized(alice, '/a/'), false);
  Object.assign(source, { current: [role({ '/': 'allow' })], epoch: 3 });
  assert.equal(await access.isAuthorized(alice, '/a/'), true);
});

it('keeps for an epoch nothing that was read for the one before', async () => {
  const { access, source } = accessControl([role({ '/': 'allow' })]);
  const { promise, resolve } = Promise.withResolvers<void>();
  source.reading = promise;
  const before = access.isAuthorized(alice, '/a/');
  // While the roles are read, another epoch begins, which another request sees first.
  Object.assign(source, { current: [], epoch: 2, reading: Promise.resolve() });
  assert.equal(await access.isAuthorized(alice, '/a/'), false);
  resolve();
  // It was planned under the epoch before, and will not be committed.
  assert.equal(await before, true);
  assert.equal(await access.isAuthorized(alice, '/a/'), false);
});

it('refuses a caller whose credential is no longer good, whatever their roles, and records it', async () => {
  const { access, source, stored } = accessControl([role({ '/': 'allow' })]);
  source.refusal = 'revoked';
  await assert.rejects(access.authorize(alice, '/ca/7/'), { code: 'access.credentials_refused', reason: 'revoked' });
  assert.deepEqual(
    stored.map(({ entry }) => [entry.event, entry.outcome]),
    [['AUTHENTICATION', 'FAILURE']],
  );
});

it('finds the changes of roles that take a right, and no more', async () => {
  const of = (id: number, rules: Parameters<typeof role>[0], member = 'alice') => ({ ...role(rules, member), id });
  const [ca, ra, everything] = [of(1, { '/ca/': 'allow' }), of(2, { '/ra/': 'allow' }), of(3, { '/': 'allow' })];
  for (const [roles, changed, expected] of [
    [[ca, ra], [of(1, {})], { 1: '/ca/' }],
    [[ca, ra], [of(2, { '/ra/': 'allow' }, 'bob')], { 2: '/ra/' }],
    [[ca, ra, everything], [of(1, {})], {}],
    [[everything], [of(3, { '/': 'allow', '/ca/': 'deny' })], { 3: '/ca/' }],
    // Moved to a new role, and to each other.
    [[ca, ra], [of(1, {}), of(9, { '/ca/': 'allow' })], {}],
    [[ca, ra], [of(1, { '/ra/': 'allow' }), of(2, { '/ca/': 'allow' })], {}],
    // One takes a right beside one that moves another.
    [[ca, ra], [of(1, {}), of(2, {}), of(9, { '/ca/': 'allow' })], { 2: '/ra/' }],
    // One of two is enough.
    [[ca, of(4, { '/ca/': 'allow' })], [of(1, {}), of(4, {})], { 1: '/ca/' }],
    // Without the change of one, a right is lost that had moved to it.
    [[ra, ca], [of(1, { '/ra/': 'allow' }), of(2, {})], { 1: '/ca/', 2: '/ra/' }],
  ] as const) {
    const { access } = accessControl(roles);
    const lost = await access.rightsLost(alice, new Map(changed.map((one) => [one.id, one])));
    assert.deepEqual(Object.fromEntries(lost), expected);
  }
});

it('lets others have a turn while it looks at many roles', async () => {
  const many = Array.from({ length: 800 }, (_, id) => ({ ...role({ [`/ca/${id}/`]: 'allow' }), id }));
  const { access } = accessControl(many);
  let turns = 0;
  const timer = setInterval(() => turns++, 1);
  await access.rightsLost(alice, new Map(many.map(({ id }) => [id, role({})])));
  clearInterval(timer);
  assert.ok(turns > 0);
});
