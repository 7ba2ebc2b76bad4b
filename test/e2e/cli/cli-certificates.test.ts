/** The commands for certificates that there are, against a server with more of them than a page has. */
import { Certificate, parsePem, printedSerialNumber } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { run } from '../../../packages/cli/test/ca-server.ts';
import { readCsvRecords } from '../../../packages/cli/src/files/csv-records.ts';
import { certificatePath, createProfiles, enroll, requestUnder, sharedServer } from '../support/ca-rest-setup.ts';
import { auditRows } from '../support/audit-records.ts';
import { createCa } from '../support/ca-setup.ts';
import { newOfficer } from '../support/officers.ts';

const MANY = 1100;
const AT_ONCE = 16;
const DAY = 86_400_000;

interface Listed {
  readonly serial_number: string;
  readonly username: string;
  readonly status: string;
}

describe('sealwright cert', () => {
  const shared = sharedServer();
  const issued = new Map<string, Certificate>();
  let directory: string;
  before(async () => {
    const { server } = shared;
    directory = await mkdtemp(path.join(tmpdir(), 'cli-certificates-'));
    await createProfiles(server, 'Web', { validity: '90d' });
    await createProfiles(server, 'Many', { validity: '2y' });
    await createCa(server, 'OtherCA');
    for (const [username, ca] of [
      ['alice', 'ManagementCA'],
      ['bob', 'OtherCA'],
      ['=carol', 'ManagementCA'],
    ] as const) {
      const body = requestUnder('Web', { username, subject: `CN=${username.replace('=', '')},O=Found` });
      issued.set(username, await enroll(server, { ...body, certificate_authority_name: ca }));
    }
    const reason = await server.call(`${certificatePath(issued.get('=carol')!, 'revoke')}?reason=KEY_COMPROMISE`, {
      method: 'PUT',
    });
    assert.equal(reason.status, 200, reason.text);
    const names = Array.from({ length: MANY }, (_, n) => `many-${String(n).padStart(4, '0')}`).values();
    const enrollSome = async () => {
      for (const username of names) await enroll(server, requestUnder('Many', { username, subject: `CN=${username}` }));
    };
    await Promise.all(Array.from({ length: AT_ONCE }, enrollSome));
  });
  after(() => rm(directory, { recursive: true }));

  const cli = (...args: readonly string[]) => {
    const { home, running } = shared.server;
    return run(['--server', running.urls[0]!.replace('127.0.0.1', 'localhost'), '--home', home, 'cert', ...args]);
  };
  const succeed = async (...args: readonly string[]) => {
    const { code, out, error } = await cli(...args);
    assert.equal(code, 0, error);
    return { out, error };
  };
  const listed = async (...args: readonly string[]) => {
    const { out } = await succeed('list', ...args, '--json');
    return (JSON.parse(out) as { certificates: readonly Listed[] }).certificates;
  };
  const names = async (...args: readonly string[]) => (await listed(...args)).map(({ username }) => username);
  const serialOf = (name: string) => printedSerialNumber(issued.get(name)!.serialNumber);
  const at = (days: number) => new Date(Date.now() + days * DAY).toISOString().slice(0, 10);

  it('lists all that there are, page by page, each once', async () => {
    const found = await names('--profile', 'Many');
    assert.equal(found.length, MANY);
    assert.equal(new Set(found).size, MANY);
    const { out } = await succeed('list', '--profile', 'Many', '--sort', 'username', '--descending');
    const lines = out.trimEnd().split('\n');
    assert.match(lines[0]!, /^SERIAL NUMBER +STATUS +EXPIRES +USERNAME +SUBJECT DN$/);
    assert.equal(lines.length, MANY + 1);
    assert.match(lines[1]!, /^[0-9A-F]{32,40} +active +20\S+Z +many-1099 +CN=many-1099$/);
    assert.match(lines.at(-1)!, / many-0000 +CN=many-0000$/);
  });

  it('is sorted by the account under the name that the option for it has', async () => {
    assert.equal((await listed('--limit', '2', '--sort', 'account-binding-id')).length, 2);
    const { code, error } = await cli('list', '--sort', 'external-account-binding-id');
    assert.equal(code, 2, error);
    assert.match(error, /has to be one of .*, account-binding-id,/);
  });

  it('says that there are more than it lists', async () => {
    for (const limit of ['2', '100', '101']) {
      const { out, error } = await succeed('list', '--profile', 'Many', '--limit', limit);
      assert.equal(out.trimEnd().split('\n').length, Number(limit) + 1);
      assert.match(error, new RegExp(`there are more than these ${limit};`));
      const { certificates, more_results: more } = JSON.parse(
        (await succeed('list', '--profile', 'Many', '--limit', limit, '--json')).out,
      ) as { certificates: object[]; more_results: boolean };
      assert.deepEqual([certificates.length, more], [Number(limit), true]);
    }
    assert.equal((await succeed('list', '--profile', 'Web', '--limit', '3')).error, '');
  });

  it('finds by texts, names, statuses and moments', async () => {
    assert.deepEqual(await names('--query', 'o=found'), ['alice', 'bob', '=carol']);
    assert.deepEqual(await names('--query', 'lice'), ['alice']);
    assert.deepEqual(await names('--username', 'lice', '--match', 'equal'), []);
    assert.deepEqual(await names('--username', 'ALICE', '--match', 'equal'), ['alice']);
    assert.deepEqual(await names('--subject-dn', 'CN=ali', '--match', 'begins-with'), ['alice']);
    assert.deepEqual(await names('--ca', 'OtherCA', '--profile', 'Web'), ['bob']);
    assert.deepEqual(await names('--end-entity-profile', 'Web', '--status', 'active'), ['alice', 'bob']);
    assert.deepEqual(await names('--profile', 'Web', '--reason', 'key-compromise'), ['=carol']);
    assert.deepEqual(await names('--profile', 'Web', '--reason', 'SUPERSEDED'), []);
    assert.deepEqual(await names('--profile', 'Web', '--revoked-after', at(-1)), ['=carol']);
    const soon = ['--expires-after', at(1), '--expires-before', at(100)];
    assert.deepEqual(await names(...soon, '--profile', 'Web', 'Many'), ['alice', 'bob', '=carol']);
    assert.deepEqual(await names('--profile', 'Web', '--issued-before', at(-1)), []);
  });

  it('finds by serial number in every form that people have', async () => {
    const { serialNumber } = issued.get('alice')!;
    const colons = serialNumber.padStart(40, '0').match(/../g)!.join(':');
    for (const text of [serialNumber, serialNumber.toLowerCase(), `0x${serialNumber}`, `00${serialNumber}`, colons])
      assert.deepEqual(await names('--serial', text), ['alice'], text);
    assert.deepEqual(await names('--serial', serialNumber.slice(0, 12), '--match', 'begins-with'), ['alice']);
  });

  it('writes CSV that a spreadsheet does not compute', async () => {
    const { out } = await succeed('list', '--profile', 'Web', '--csv');
    const records = await Array.fromAsync(readCsvRecords('list', pieces(out)), ({ fields }) => fields);
    const [header, ...rows] = records;
    const column = (name: string) => rows.map((row) => row[header!.indexOf(name)]);
    assert.deepEqual(column('username'), ['alice', 'bob', "'=carol"]);
    assert.deepEqual(column('revocation_reason'), ['', '', 'KEY_COMPROMISE']);
    assert.deepEqual(column('subject_dn'), ['CN=alice,O=Found', 'CN=bob,O=Found', 'CN=carol,O=Found']);
    const serials = ['alice', 'bob', '=carol'].map((name) => serialOf(name));
    assert.deepEqual(column('serial_number'), serials);
    const { out: empty } = await succeed('list', '--username', 'nobody', '--csv');
    assert.equal(empty, `${header!.join(',')}\n`);
    assert.equal((await cli('list', '--csv', '--json')).code, 2);
  });

  it('shows one by serial number and fingerprint, in every form, by its file, and whole', async () => {
    const { der, serialNumber } = issued.get('alice')!;
    const file = path.join(directory, 'alice.crt.der');
    await writeFile(file, der);
    const digest = (algorithm: string) => createHash(algorithm).update(der).digest('hex');
    const [sha1, sha256] = [digest('sha1'), digest('sha256')];
    const colons = (text: string) => text.match(/../g)!.join(':').toUpperCase();
    const decimal = BigInt(`0x${serialNumber}`).toString();
    const texts = [serialNumber, `0x00${serialNumber}`, decimal, sha1, colons(sha1), sha256, colons(sha256), file];
    for (const text of texts) {
      const shown = JSON.parse((await succeed('show', text, '--json')).out) as Record<string, unknown>;
      assert.deepEqual([shown['username'], shown['sha256_fingerprint']], ['alice', sha256], text);
    }
    const { out } = await succeed('show', file);
    assert.match(out, /^status +active$/m);
    assert.match(out, /^asked for by +CN=SuperAdmin/im);
    assert.match(out, /^Public key: ECDSA P-256/m);
    assert.match(out, /^20\S+Z +CERT_CREATION +SUCCESS +CN=/m);
  });

  it('shows what has become of one, with who did it', async () => {
    const serialNumber = serialOf('=carol');
    const { out } = await succeed('show', serialNumber);
    assert.match(out, /^status +revoked at 20\S+Z: KEY_COMPROMISE$/m);
    const events = (text: string) => [...text.matchAll(/ (CERT_\w+) +SUCCESS/g)].map(([, event]) => event);
    assert.deepEqual(events(out), ['CERT_CREATION', 'CERT_REVOKED']);
    const shown = JSON.parse((await succeed('show', serialNumber, '--json')).out) as {
      pem: string;
      asked_by: string;
      audit_records: { event: string; actor: { name: string } }[];
    };
    assert.deepEqual(parsePem(shown.pem)[0]!.der, issued.get('=carol')!.der);
    assert.equal(shown.audit_records[1]!.actor.name, shown.asked_by);
  });

  it('shows the one that a server shows', async () => {
    const { running } = shared.server;
    const address = new URL(running.urls[0]!).host.replace('127.0.0.1', 'localhost');
    const { out } = await succeed('show', address);
    assert.match(out, /^issuer DN +CN=ManagementCA,O=Sealwright$/m);
    assert.match(out, /id-kp-serverAuth|serverAuth/);
  });

  it('shows nothing that the caller may not see, and records to those alone who may read them', async () => {
    const viewer = await newOfficer(shared.server, 'cert-viewer', {
      '/ra_functionality/view_end_entity/': 'ALLOW',
      '/endentityprofilesrules/Web/view_end_entity/': 'ALLOW',
      '/ca/ManagementCA/': 'ALLOW',
    });
    const [cert, key] = [path.join(directory, 'viewer.crt'), path.join(directory, 'viewer.key')];
    await writeFile(cert, viewer.cert);
    await writeFile(key, viewer.key);
    const as = ['--cert', cert, '--key', key];
    const { out } = await succeed('show', serialOf('alice'), ...as);
    assert.match(out, /^audit records: not shown; they take the right/m);
    assert.doesNotMatch(out, /asked for by/);
    assert.ok(
      !auditRows(shared.server).some(({ event, outcome }) => event === 'ACCESS_CONTROL' && outcome === 'FAILURE'),
    );
    const hidden = issued.get('bob')!;
    const file = path.join(directory, 'bob.crt.der');
    await writeFile(file, hidden.der);
    const absent = await cli('show', 'ab'.repeat(32), ...as);
    for (const text of [hidden.serialNumber, file, createHash('sha1').update(hidden.der).digest('hex')]) {
      const { code, error } = await cli('show', text, ...as);
      assert.deepEqual([code, error.replace(/: [^:]*$/, '')], [1, absent.error.replace(/: [^:]*$/, '')]);
    }
    for (const rest of ['', '/audit-records']) {
      const sha256 = createHash('sha256').update(hidden.der).digest('hex');
      const { status } = await shared.server.administer(`/certificates/${sha256}${rest}`, { as: viewer });
      assert.equal(status, rest === '' ? 404 : 403);
    }
  });

  it('shows one of the named CA alone', async () => {
    const { code, error } = await cli('show', serialOf('bob'), '--ca', 'ManagementCA');
    assert.equal(code, 1);
    assert.match(
      error,
      /the server has no such certificate, or none that you may see: [0-9A-F]+ of the CA 'ManagementCA'/,
    );
    await succeed('show', serialOf('bob'), '--ca', 'OtherCA');
  });

  it('counts', async () => {
    assert.equal((await succeed('count', '--profile', 'Many')).out, `${MANY}\n`);
    assert.equal((await succeed('count', '--status', 'revoked', '--profile', 'Web')).out, '1\n');
    const all = JSON.parse((await succeed('count', '--json')).out) as { count: number };
    assert.equal(all.count, (await listed()).length);
  });

  it('tells by its exit code that certificates end soon', async () => {
    const { code, out } = await cli('expiring', '--within', '91d', '--end-entity-profile', 'Web');
    assert.equal(code, 6);
    const [header, ...lines] = out.trimEnd().split('\n');
    assert.match(header!, /^EXPIRES +DAYS +SERIAL NUMBER +USERNAME +SUBJECT DN$/);
    assert.deepEqual(
      lines.map((line) => / (alice|bob|carol) /.exec(line)?.[1]),
      ['alice', 'bob'],
    );
    assert.match(lines[0]!, /^20\S+Z +(?:89|90) +[0-9A-F]+ /);
    for (const form of [['--json'], ['--csv']])
      assert.equal((await cli('expiring', '--within', '13w', '--profile', 'Web', ...form)).code, 6);
    assert.equal((await succeed('expiring', '--within', '12h', '--profile', 'Web')).out, '');
    assert.equal((await cli('expiring', '--within', '91d', '--ca', 'Absent')).code, 1);
  });

  it('exports a bundle, and refuses to overwrite one', async () => {
    const file = path.join(directory, 'many.pem');
    assert.match((await succeed('export', '--profile', 'Many', '--bundle', file)).out, /^1100 certificates to /);
    const subjects = parsePem(await readFile(file, 'latin1')).map(({ der }) =>
      Certificate.parse(der).subject.toString(),
    );
    assert.equal(new Set(subjects).size, MANY);
    const before = await stat(file);
    const { code, error } = await cli('export', '--profile', 'Web', '--bundle', file);
    assert.equal(code, 4);
    assert.match(error, /many\.pem exists; --force overwrites it/);
    assert.equal((await stat(file)).mtimeMs, before.mtimeMs);
    await succeed('export', '--profile', 'Web', '--bundle', file, '--force');
    assert.equal(parsePem(await readFile(file, 'latin1')).length, 3);
  });

  it('exports a file for each, in PEM and DER, and overwrites none', async () => {
    const out = path.join(directory, 'web');
    await succeed('export', '--profile', 'Web', '--out', out);
    const serials = [...issued.keys()].map(serialOf);
    assert.deepEqual((await readdir(out)).toSorted(), serials.map((serial) => `${serial}.crt.pem`).toSorted());
    await succeed('export', '--profile', 'Web', '--out', out, '--format', 'der');
    for (const [name, { der }] of issued) {
      const serialNumber = serialOf(name);
      assert.deepEqual(new Uint8Array(await readFile(path.join(out, `${serialNumber}.crt.der`))), new Uint8Array(der));
      const pem = await readFile(path.join(out, `${serialNumber}.crt.pem`), 'latin1');
      assert.deepEqual(parsePem(pem)[0]!.der, der);
    }
    const kept = path.join(out, `${serialOf('bob')}.crt.pem`);
    await writeFile(kept, 'mine');
    await rm(path.join(out, `${serialOf('alice')}.crt.pem`));
    const { code, error } = await cli('export', '--profile', 'Web', '--out', out);
    assert.equal(code, 4);
    assert.match(error, /crt\.pem exists; --force overwrites it.*1 certificates are in .*web already/);
    assert.equal(await readFile(kept, 'utf8'), 'mine');
  });

  it('exports nothing when nothing fits', async () => {
    const file = path.join(directory, 'none');
    for (const target of ['--bundle', '--out']) {
      const { code, error } = await cli('export', '--username', 'nobody', target, file);
      assert.equal(code, 1);
      assert.match(error, /there is no certificate that fits/);
    }
    assert.ok(!(await readdir(directory)).some((name) => name.startsWith('none')));
  });
});

async function* pieces(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text);
}
