/** `sealwright entity import` against a server. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import net, { type AddressInfo } from 'node:net';
import path from 'node:path';
import { before, describe, it, type TestContext } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { createApprovalProfile } from '../support/setups/approval-setup.ts';
import { auditRows } from '../support/audit-records.ts';
import { createProfiles, sharedServer } from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { atEnd } from '../../../packages/server/test/at-end.ts';

const PLACE = ['--ca', 'ManagementCA', '--profile', 'Web', '--end-entity-profile', 'Web'];
const PROGRAM = path.resolve(import.meta.dirname, '../../../bin/sealwright.js');

describe('sealwright entity import', () => {
  const shared = sharedServer();
  before(() => createProfiles(shared.server, 'Web', { allowValidityOverride: true }));

  const at = (name: string) => path.join(shared.server.home, name);
  const url = () => shared.server.running.urls[0]!.replace('127.0.0.1', 'localhost');
  const cli = (...args: readonly string[]) => run(['--server', url(), '--home', shared.server.home, ...args]);
  const write = (name: string, content: string) => {
    writeFileSync(at(name), content);
    return at(name);
  };
  const importing = async (file: string, ...args: readonly string[]) => {
    const { code, out, error } = await cli('entity', 'import', file, ...PLACE, ...args, '--json');
    return { code, error, result: out === '' ? {} : (JSON.parse(out) as Readonly<Record<string, unknown>>) };
  };
  const report = (file: string) =>
    readFileSync(`${file}.report.csv`, 'utf8')
      .split('\n')
      .slice(2, -1)
      .map((line) => line.split(','));
  const outcomes = (file: string) => report(file).map(([line, , outcome]) => `${line} ${outcome}`);
  const show = async (username: string) =>
    JSON.parse((await cli('entity', 'show', username, '--json')).out) as Readonly<Record<string, unknown>>;
  const additionsOf = (prefix: string) =>
    auditRows(shared.server).filter(
      ({ event, username }) => event === 'RA_ADDENDENTITY' && username?.startsWith(prefix),
    );

  it('adds what the columns say, and reports each line', async () => {
    const file = write(
      'whole.csv',
      '\u{feff}Username,password,subject_dn,subject_alt_name,email,token,end_time,custom_data:department,status\r\n' +
        'whole1,secret-one,"CN=whole1,O=Example",dNSName=a.example,a@b.example,p12,2031-05-01 10:00:00,7,INITIALIZED\r\n' +
        '\r\n' +
        'whole2,,CN=whole2,,,,,,\r\n' +
        'whole3,secret-three,CN=whole3,,,PFX,,,\r\n' +
        'whole4,secret-four,CN=whole4,iPAddress=10.0.0.1,,,,,\r\n',
    );
    const { code, error, result } = await importing(file);
    assert.equal(code, 1, error);
    assert.deepEqual([result['lines'], result['added'], result['refused']], [4, 2, 2]);
    assert.deepEqual(outcomes(file), ['2 added', '4 added', '5 refused', '6 refused']);
    const text = readFileSync(`${file}.report.csv`, 'utf8');
    assert.match(text, /^5,whole3,refused,"token is not one of USERGENERATED/m);
    assert.match(text, /^6,whole4,refused,.*subjectAlternativeName\.IPADDRESS/m);
    assert.doesNotMatch(text, /secret/);
    const { dn, email, token, end_time, status, has_password, custom_data } = await show('whole1');
    assert.deepEqual([dn, email, token], ['CN=whole1,O=Example', 'a@b.example', 'P12']);
    assert.deepEqual([end_time, status, has_password], ['2031-05-01T10:00:00Z', 'INITIALIZED', true]);
    assert.deepEqual(custom_data, [{ name: 'department', value: '7' }]);
    const second = await show('whole2');
    assert.deepEqual([second['token'], second['has_password']], ['USERGENERATED', false]);
  });

  it('tries only the refused lines again, and takes over the rest of the report', async () => {
    const file = write('again.csv', 'username,subject_dn\nagain1,CN=again1\nagain2,CN=again2\n');
    await cli('entity', 'add', 'again2', '--subject', 'CN=other', ...PLACE);
    assert.equal((await importing(file)).code, 1);
    assert.match(report(file)[1]!.join(), /a?gain2,refused,.*differs in subject_dn/);
    await cli('entity', 'delete', 'again1', '--yes');
    await cli('entity', 'delete', 'again2', '--yes');
    assert.equal((await importing(file)).code, 0);
    assert.deepEqual(outcomes(file), ['2 added', '3 added']);
    assert.equal((await cli('entity', 'show', 'again1')).code, 1, 'what was done is not done again');
  });

  it('finds what is there already, and changes it when that is asked for', async () => {
    await cli('entity', 'add', 'there1', '--subject', 'CN=there1,O=Example', '--email', 'keep@b.example', ...PLACE);
    await cli('entity', 'add', 'there2', '--subject', 'CN=there2', '--status', 'FAILED', '--token', 'P12', ...PLACE);
    const file = write(
      'there.csv',
      'username,subject_dn,subject_alt_name\nthere1,"cn=there1, o=Example",\nthere2,CN=there2,dNSName=new.example\n',
    );
    assert.equal((await importing(file)).code, 1);
    assert.deepEqual(outcomes(file), ['2 unchanged', '3 refused']);
    const { code, result } = await importing(file, '--update');
    assert.deepEqual([code, result['updated'], result['unchanged']], [0, 1, 1]);
    const changed = await show('there2');
    assert.equal(changed['subject_alt_name'], 'dNSName=new.example');
    assert.deepEqual([changed['status'], changed['token']], ['FAILED', 'P12'], 'the file does not speak of them');
    assert.equal((await show('there1'))['email'], 'keep@b.example');
  });

  it('goes on after it was killed: no line twice, none lost', async (t) => {
    const count = 1000;
    const lines = Array.from({ length: count }, (_, number) => `killed${number},"CN=killed${number},O=Example"\n`);
    const file = write('killed.csv', `username,subject_dn\n${lines.join('')}`);
    const proxy = await startProxy(t, Number(new URL(url()).port));
    const reported = () =>
      existsSync(`${file}.report.csv.part`)
        ? readFileSync(`${file}.report.csv.part`, 'utf8').split('\n').length - 1
        : 0;
    for (let times = 0; times < 2; times++) {
      const enough = reported() + 50;
      const args = ['--server', proxy.url, '--home', shared.server.home, 'entity', 'import', file, ...PLACE];
      const child = spawn(process.execPath, [PROGRAM, ...args], { stdio: 'inherit' });
      proxy.onData = () => reported() > enough && child.kill('SIGKILL');
      const [, signal] = (await once(child, 'exit')) as [number | null, string | null];
      assert.equal(signal, 'SIGKILL');
      assert.ok(!existsSync(`${file}.report.csv`));
    }
    const added = additionsOf('killed').length;
    const left = readFileSync(`${file}.report.csv.part`, 'utf8').split('\n').slice(0, -1);
    assert.ok(added < count, `${left.length} lines were reported, ${added} added`);
    proxy.onData = undefined;
    const { code, error, result } = await importing(file, '--server', proxy.url);
    assert.equal(code, 0, error);
    assert.equal(Number(result['added']) + Number(result['unchanged']), count);
    assert.equal(additionsOf('killed').length, count);
    assert.deepEqual(readFileSync(`${file}.report.csv`, 'utf8').split('\n').slice(0, left.length), left);
    assert.deepEqual(
      report(file).map(([line, username]) => `${line} ${username}`),
      lines.map((_, number) => `${number + 2} killed${number}`),
    );
    assert.ok(!existsSync(`${file}.report.csv.part`));
  });

  it('begins anew when the file has changed', async () => {
    const file = write('changed.csv', 'username,subject_dn\nchanged1,CN=changed1\n');
    assert.equal((await importing(file)).code, 0);
    write('changed.csv', 'username,subject_dn\nchanged0,CN=changed0\nchanged1,CN=changed1\n');
    assert.equal((await importing(file)).code, 0);
    assert.deepEqual(outcomes(file), ['2 added', '3 unchanged']);
    rmSync(`${file}.report.csv`);
    assert.equal((await importing(file)).code, 0);
    assert.deepEqual(outcomes(file), ['2 unchanged', '3 unchanged']);
  });

  it('only checks the file in a dry run', async () => {
    const file = write(
      'dry.csv',
      'username,subject_dn,end_time\ndry1,CN=dry1,tomorrow\ndry2,nonsense,\ndry3,CN=dry3,\ndry3,CN=dry3,\ndry4,CN=dry4\n,CN=x,\ndry5,,\n',
    );
    const { code, out } = await cli('entity', 'import', file, ...PLACE, '--dry-run');
    assert.equal(code, 1);
    const problems = [
      /^line 2: end_time is not a time such as/m,
      /^line 3: subject_dn is malformed/m,
      /^line 5: the username is that of line 4, too$/m,
      /^line 6: it has 2 fields, and the header has 3$/m,
      /^line 7: the username is empty$/m,
      /^line 8: it has no subject_dn$/m,
      /dry\.csv: 7 lines, 6 wrong; nothing was sent$/m,
    ];
    for (const problem of problems) assert.match(out, problem);
    assert.equal(additionsOf('dry').length, 0);
    assert.ok(!existsSync(`${file}.report.csv`));
    assert.match((await cli('entity', 'import', file, '--dry-run')).out, /line 4: it has no ca_name, no certificate_/);
  });

  it('sends nothing of a file that it cannot read to its end', async () => {
    for (const [content, message] of [
      ['username,colour\nx,red\n', /there is no column 'colour'; the columns are username, password, subject_dn/],
      ['username,username\nx,x\n', /the column 'username' is there twice/],
      ['subject_dn\nCN=x\n', /there is no column 'username'/],
      ['username;subject_dn\nx;CN=x\n', /have to be separated by commas/],
      [
        'username,subject_dn\nunread1,CN=unread1\nunread2,"CN=unread2\n',
        /line 4: the quoted field .* line 3 does not end/,
      ],
      ['', /is empty; a header belongs there/],
    ] as const) {
      const { code, error } = await importing(write('unread.csv', content));
      assert.equal(code, 4, error);
      assert.match(error, message);
    }
    assert.equal((await importing(at('nowhere.csv'))).code, 4);
    assert.equal(additionsOf('unread').length, 0);
  });

  it('ends when the first hundred lines are refused for the same reason', async () => {
    const lines = Array.from({ length: 400 }, (_, number) => `senseless${number},CN=x${number}\n`);
    const file = write('senseless.csv', `username,subject_dn\n${lines.join('')}`);
    const { code, error } = await importing(file, '--ca', 'Absent');
    assert.equal(code, 1);
    assert.match(error, /the first 100 lines are refused for the same reason: .*unknown CA/);
    assert.ok(!existsSync(`${file}.report.csv.part`));
  });

  it('reports what waits for approval, and does not ask for it again', async () => {
    await createApprovalProfile(shared.server, 'Two', { type: 'ACCUMULATIVE_APPROVAL', numberOfApprovalsRequired: 1 });
    await createCa(shared.server, 'Guarded', { approvals: { addEditEndEntity: 'Two' } });
    const file = write(
      'waiting.csv',
      'username,subject_dn,ca_name\nwaiting1,CN=waiting1,Guarded\nwaiting2,CN=waiting2,\n',
    );
    const { code, error, result } = await importing(file);
    assert.equal(code, 6, error);
    assert.deepEqual([result['pending'], result['added']], [1, 1]);
    const [, , , detail] = report(file)[0]!;
    assert.match(detail!, /^request \d+$/);
    rmSync(`${file}.report.csv`);
    assert.equal((await importing(file)).code, 6);
    assert.equal(report(file)[0]![3], detail);
  });
});

/** Passes connections on to a port of this machine, and tells when clients send. */
async function startProxy(t: TestContext, port: number) {
  const proxy = net.createServer((client) => {
    const upstream = net.connect(port, '127.0.0.1');
    client.on('data', () => void shown.onData?.());
    client.on('error', () => upstream.destroy());
    upstream.on('error', () => client.destroy());
    client.pipe(upstream).pipe(client);
  });
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  atEnd(t, () => proxy.close());
  const url = `https://localhost:${(proxy.address() as AddressInfo).port}`;
  const shown: { readonly url: string; onData?: (() => unknown) | undefined } = { url };
  return shown;
}
