/** The commands that add, change, revoke and remove end entities, against a server. */
import assert from 'node:assert/strict';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { before, describe, it } from 'node:test';
import { readPkcs12 } from '@sealwright/pki';
import { run } from '../../../packages/cli/test/ca-server.ts';
import type { CliContext } from '../../../packages/cli/src/context.ts';
import { createApprovalProfile } from '../support/setups/approval-setup.ts';
import { createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';

const PLACE = ['--ca', 'ManagementCA', '--profile', 'Web', '--end-entity-profile', 'Web'];

describe('sealwright entity', () => {
  const shared = sharedServer();
  before(() => createProfiles(shared.server, 'Web', { allowValidityOverride: true }));

  const at = (name: string) => path.join(shared.server.home, name);
  const cli = (args: readonly string[], changes?: Partial<CliContext>) => {
    const { home, running } = shared.server;
    return run(['--server', running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', home, ...args], changes);
  };
  const entity = (...args: readonly string[]) => cli(['entity', ...args]);
  const succeed = async (...args: readonly string[]) => {
    const { code, out, error } = await entity(...args);
    assert.equal(code, 0, error);
    return out;
  };
  const shown = async (username: string) =>
    JSON.parse(await succeed('show', username, '--json')) as Readonly<Record<string, unknown>>;
  const add = (username: string, ...args: readonly string[]) =>
    succeed('add', username, '--subject', `CN=${username}`, ...PLACE, ...args);

  it('adds one with a generated password, with which it gets its keystore', async () => {
    const out = await add('generated', '--token', 'p12', '--generate-password');
    const password = /^password: ([a-z2-9]{24})$/m.exec(out)?.[1];
    assert.ok(password, out);
    writeFileSync(at('password'), `${password}\n`);
    const files = ['--password-file', at('password'), '--out', at('generated')];
    const { code, error } = await cli(['enroll', '--keystore', 'p12', '--username', 'generated', ...files]);
    assert.equal(code, 0, error);
    assert.equal((await readPkcs12(readFileSync(at('generated.p12')), password)).keys.length, 1);
    assert.equal((await shown('generated'))['status'], 'GENERATED');
  });

  it('edits one that others edit at once, and loses no change', async () => {
    await add('edited-at-once');
    const names = Array.from({ length: 8 }, (_, n) => `room${n}`);
    await Promise.all(names.map((name) => succeed('edit', 'edited-at-once', '--custom-data', `${name}=taken`)));
    const { custom_data: data } = await shown('edited-at-once');
    assert.deepEqual((data as { name: string }[]).map(({ name }) => name).toSorted(), names);
  });

  it('adds one with all that an end entity can have, and shows it', async () => {
    const names = ['--san', 'dns:a.example', '--san', 'dns:b.example', '--email', 'a@b.example'];
    const data = ['--custom-data', 'department=7', '--custom-data', 'room=A=1', '--account-binding', 'acme-7'];
    await add('whole', ...names, ...data, '--not-after', '2031-05-01T12:00:00+02:00', '--status', 'initialized');
    const { created: _created, modified: _modified, ...rest } = await shown('whole');
    assert.deepEqual(rest, {
      username: 'whole',
      dn: 'CN=whole',
      subject_alt_name: 'dNSName=a.example, dNSName=b.example',
      email: 'a@b.example',
      ca_name: 'ManagementCA',
      certificate_profile_name: 'Web',
      end_entity_profile_name: 'Web',
      status: 'INITIALIZED',
      token: 'USERGENERATED',
      has_password: false,
      key_recoverable: false,
      account_binding_id: 'acme-7',
      end_time: '2031-05-01T10:00:00Z',
      extension_data: [],
      custom_data: [
        { name: 'department', value: '7' },
        { name: 'room', value: 'A=1' },
      ],
    });
  });

  it('edits what is named, and leaves the rest', async () => {
    await add(
      'edited',
      '--email',
      'old@b.example',
      '--san',
      'dns:a.example',
      '--custom-data',
      'a=1',
      '--status',
      'FAILED',
    );
    await succeed('edit', 'edited', '--email', 'new@b.example', '--custom-data', 'b=2');
    const { email, subject_alt_name, status, custom_data } = await shown('edited');
    assert.deepEqual([email, subject_alt_name, status], ['new@b.example', 'dNSName=a.example', 'FAILED']);
    assert.deepEqual(custom_data, [
      { name: 'a', value: '1' },
      { name: 'b', value: '2' },
    ]);
    await succeed('edit', 'edited', '--email', '', '--san', '', '--custom-data', 'a=');
    const emptied = await shown('edited');
    assert.deepEqual([emptied['email'], emptied['subject_alt_name']], [undefined, undefined]);
    assert.deepEqual(emptied['custom_data'], [{ name: 'b', value: '2' }]);
  });

  it('keeps every value of a name in an edit of something else, and replaces all of them in one of the name', async () => {
    const constraints = { nameConstraintsPermittedUsed: true, nameConstraintsExcludedUsed: true };
    await createProfiles(
      shared.server,
      'Below',
      { type: 'SUB_CA', keyUsage: ['keyCertSign'], nameConstraintsUsed: true },
      { ...constraints, allowedRequestsUsed: true },
    );
    const data = (...values: readonly string[]) => values.flatMap((value) => ['--custom-data', value]);
    const excluded = ['a.example', 'b.example', '10.0.0.0/8'].map((name) => `NAMECONSTRAINTS_EXCLUDED=${name}`);
    const place = ['--profile', 'Below', '--end-entity-profile', 'Below'];
    await add('constrained', ...place, ...data(...excluded, 'REQUESTCOUNTER=3'));
    const dataOf = async () => {
      const { custom_data: values } = await shown('constrained');
      return (values as { name: string; value: string }[]).map(({ name, value }) => `${name}=${value}`);
    };
    assert.deepEqual(await dataOf(), [...excluded, 'REQUESTCOUNTER=3']);
    await succeed('edit', 'constrained', '--email', 'a@b.example');
    assert.deepEqual(await dataOf(), [...excluded, 'REQUESTCOUNTER=3']);
    await succeed('edit', 'constrained', ...data('NAMECONSTRAINTS_EXCLUDED=c.example'));
    assert.deepEqual(await dataOf(), ['NAMECONSTRAINTS_EXCLUDED=c.example', 'REQUESTCOUNTER=3']);
  });

  it('keeps the password in an edit that names none', async () => {
    writeFileSync(at('kept'), 'kept for good\n');
    await add('keeping', '--token', 'P12', '--password-file', at('kept'));
    await succeed('edit', 'keeping', '--email', 'k@b.example');
    const files = ['--password-file', at('kept'), '--out', at('keeping')];
    const { code, error } = await cli(['enroll', '--keystore', 'p12', '--username', 'keeping', ...files]);
    assert.equal(code, 0, error);
  });

  it('sets the status, and says when that changes nothing', async () => {
    await add('status', '--token', 'JKS');
    assert.equal(await succeed('status', 'status', 'historical'), 'changed: status\n');
    assert.equal(await succeed('status', 'status', 'HISTORICAL'), 'unchanged: status\n');
    assert.equal((await shown('status'))['token'], 'JKS');
    await succeed('status', 'status', 'new', '--token', 'p12');
    const { status, token } = await shown('status');
    assert.deepEqual([status, token], ['NEW', 'P12']);
  });

  it('revokes one with its certificates, and removes it when that is asked for', async () => {
    for (const username of ['revoked', 'removed']) {
      const files = ['--out', at(username)];
      const { code, error } = await cli([
        'enroll',
        '--username',
        username,
        '--subject',
        `CN=${username}`,
        ...PLACE,
        ...files,
      ]);
      assert.equal(code, 0, error);
    }
    await succeed('revoke', 'revoked', '--reason', 'certificate-hold');
    await succeed('revoke', 'revoked', '--reason', 'remove-from-crl');
    assert.equal((await entity('revoke', 'revoked', '--reason', 'superseded')).code, 2);
    await succeed('revoke', 'revoked', '--reason', 'superseded', '--yes');
    assert.equal((await shown('revoked'))['status'], 'REVOKED');
    await succeed('revoke', 'removed', '--reason', 'superseded', '--delete', '--yes');
    const { code, error } = await entity('show', 'removed');
    assert.equal(code, 1, error);
    const again = await cli(['revoke', `${at('removed')}.crt.pem`, '--reason', 'superseded']);
    assert.match(again.error, /already revoked/i);
  });

  it('deletes one, once', async () => {
    await add('short-lived');
    await succeed('delete', 'short-lived', '--yes');
    const { code, error } = await entity('delete', 'short-lived', '--yes');
    assert.equal(code, 1);
    assert.match(error, /there is no end entity 'short-lived'/);
  });

  it('says what waits for approval, and ends with the exit code for that', async () => {
    await createApprovalProfile(shared.server, 'One', { type: 'ACCUMULATIVE_APPROVAL', numberOfApprovalsRequired: 1 });
    await createCa(shared.server, 'Guarded', { approvals: { addEditEndEntity: 'One' } });
    const place = ['--ca', 'Guarded', '--profile', 'Web', '--end-entity-profile', 'Web'];
    const added = await entity('add', 'waiting', '--subject', 'CN=waiting', ...place, '--generate-password', '--json');
    assert.equal(added.code, 6, added.error);
    const { outcome, request_id, password } = JSON.parse(added.out) as Readonly<Record<string, unknown>>;
    assert.equal(outcome, 'pending-approval');
    assert.ok(Number.isInteger(request_id));
    assert.match(String(password), /^[a-z2-9]{24}$/);
    assert.equal((await entity('show', 'waiting')).code, 1);
    await add('moving');
    const edited = await entity('edit', 'moving', '--ca', 'Guarded');
    assert.equal(edited.code, 6, edited.error);
    assert.match(edited.out, /Request \d+: not edited yet\./);
    assert.equal((await shown('moving'))['ca_name'], 'ManagementCA');
  });

  it('asks for a password twice, and takes none from its arguments', async () => {
    const asked: string[] = [];
    const asking = (...answers: readonly string[]) => ({
      askSecret: async (question: string) => answers[asked.push(question) - 1],
    });
    const args = ['entity', 'add', 'asked', '--subject', 'CN=asked', ...PLACE];
    const different = await cli([...args, '--password'], asking('one', 'other'));
    assert.equal(different.code, 2);
    assert.match(different.error, /the two passwords are not the same/);
    asked.length = 0;
    assert.equal((await cli([...args, '--password'], asking('same', 'same'))).code, 0);
    assert.deepEqual(asked, ['Password of the end entity asked: ', 'Once more: ']);
    for (const wrong of [['--password', 'S3CRET'], ['--password=S3CRET'], ['--pasword=S3CRET']]) {
      const { code, error } = await cli([...args, ...wrong]);
      assert.equal(code, 2);
      assert.doesNotMatch(error, /S3CRET/);
    }
    const both = await cli([...args, '--password', '--generate-password']);
    assert.match(both.error, /give one of --password, --password-file and --generate-password/);
  });

  it('says what is missing or wrong before it asks the server', async () => {
    for (const [args, message] of [
      [['add', 'x', '--profile', 'Web'], /missing: --subject, --ca/],
      [['add', 'x', '--subject', 'nonsense', ...PLACE], /--subject 'nonsense' is not a distinguished name/],
      [['add', 'x', '--subject', 'CN=x', ...PLACE, '--token', 'PFX'], /--token 'PFX' is not one of USERGENERATED/],
      [['add', ' ', '--subject', 'CN=x', ...PLACE], /the username is empty/],
      [['edit', 'x'], /nothing to change/],
      [['edit', 'x', '--ca', ''], /--ca is empty/],
      [['edit', 'x', '--custom-data', '=1'], /--custom-data takes NAME=VALUE/],
      [['status', 'x', 'OLD'], /the status 'OLD' is not one of NEW/],
      [['revoke', 'x', '--reason', 'REMOVE_FROM_CRL', '--delete'], /--delete is not for REMOVE_FROM_CRL/],
    ] as const) {
      const { code, error } = await entity(...args);
      assert.equal(code, 2, error);
      assert.match(error, message);
    }
  });
});
