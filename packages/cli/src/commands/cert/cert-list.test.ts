import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { after, afterEach, before, describe, it } from 'node:test';
import { CaServer, run } from '../../../test/ca-server.ts';

let server: CaServer;
before(async () => {
  server = await CaServer.start();
});
after(() => server.close());
afterEach(() => {
  server.intercept = undefined;
  server.requests.length = 0;
});

const DER = Uint8Array.of(0x30, 0);
const item = (changes: object = {}) => ({
  fingerprint: 'ab',
  expireDate: 1_900_000_000_000,
  issuerDN: 'CN=Issuing CA',
  notBefore: 1_800_000_000_000,
  revocationDate: -1,
  revocationReason: -1,
  serialNumber: '5A1F',
  status: 20,
  subjectAltName: null,
  subjectDN: 'CN=alice',
  type: 1,
  udpateTime: 1_800_000_000_123,
  username: 'alice',
  base64Cert: Buffer.from(DER.toBase64()).toString('base64'),
  invalidity_date: null,
  ...changes,
});
/** Answers full pages without end. */
const answerPages = (changes: object = {}) => {
  server.intercept = ({ body }) => {
    const { page_size: size } = body['pagination'] as { page_size: number };
    return { status: 200, body: { certificates: Array.from({ length: size }, () => item(changes)) } };
  };
};

describe('cert list', () => {
  it('asks for no further page when nobody reads on', async () => {
    for (const form of [[], ['--csv'], ['--json']]) {
      answerPages();
      let written = 0;
      const streamOut = async () => ++written < 3;
      const { code } = await run(['--server', server.url, '--home', server.home, 'cert', 'list', ...form], {
        streamOut,
      });
      assert.deepEqual([code, written, server.requests.length], [0, 3, 3]);
      server.requests.length = 0;
    }
  });

  it('asks for no further page before the one before it was taken', async () => {
    answerPages();
    const asked: number[] = [];
    const streamOut = async () => {
      await new Promise(setImmediate);
      return asked.push(server.requests.length) < 4;
    };
    await run(['--server', server.url, '--home', server.home, 'cert', 'list'], { streamOut });
    assert.deepEqual(asked, [1, 2, 3, 4]);
  });

  it('goes on behind the last one where the server says where a page ends, however long it takes', async () => {
    const pages = [[item()], [item({ username: 'bob' })], [item({ username: 'carol' })]];
    const asked: unknown[] = [];
    server.intercept = ({ body, headers }) => {
      const { current_page: page } = body['pagination'] as { current_page: number };
      asked.push(headers['x-page-after']);
      const end = page < 3 ? { 'x-page-end': `behind ${page}` } : {};
      return { status: 200, body: { certificates: pages[page - 1] }, headers: end };
    };
    await server.run('cert', 'list');
    assert.deepEqual(asked, [undefined, 'behind 1', 'behind 2']);
  });

  it('ends behind an empty page, not behind one that is not full', async () => {
    const pages = [[item()], [item({ username: 'bob' })], []];
    server.intercept = ({ body }) => {
      const { current_page: page } = body['pagination'] as { current_page: number };
      return { status: 200, body: { certificates: pages[page - 1] } };
    };
    const { out } = await server.run('cert', 'list');
    assert.deepEqual(
      out
        .trimEnd()
        .split('\n')
        .map((line) => line.split(/ {2,}/)[3]),
      ['USERNAME', 'alice', 'bob'],
    );
  });

  it('shows members that are not known as absent', async () => {
    answerPages({ base64Cert: null, username: null, issuerDN: null, fingerprint: '', type: 0, status: 40 });
    const { out } = await server.run('cert', 'list', '--limit', '1', '--json');
    assert.deepEqual((JSON.parse(out) as { certificates: object[] }).certificates, [
      {
        serial_number: '5A1F',
        status: 'revoked',
        subject_dn: 'CN=alice',
        not_before: '2027-01-15T08:00:00Z',
        not_after: '2030-03-17T17:46:40Z',
        type: 'unknown',
        updated: '2027-01-15T08:00:00Z',
      },
    ]);
  });

  it('refuses an invalid serial number, which could become a path', async () => {
    answerPages({ serialNumber: '../5A1F' });
    const { code, error } = await server.run('cert', 'list');
    assert.equal(code, 5);
    assert.match(error, /'serialNumber' in the answer is not hexadecimal/);
  });

  it('asks for everything that there is without criteria', async () => {
    answerPages();
    await server.run('cert', 'list', '--limit', '1');
    assert.deepEqual(server.requests[0]!.body['criteria'], [
      { property: 'STATUS', operation: 'EQUAL', value: 'CERT_ACTIVE' },
      { property: 'STATUS', operation: 'EQUAL', value: 'CERT_REVOKED' },
    ]);
  });

  for (const [args, message] of [
    ['--query a --username b', /--query and --username are given; a search takes one text/],
    ['--match equal', /--match is for a text/],
    ['--query a --match near', /--match is 'near'; it has to be equal, like or begins-with/],
    ['--serial zz', /--serial/],
    ['--serial zz --match like', /--serial is 'zz'; it has to be digits/],
    ['--status old', /--status is 'old'; it has to be one of active, notified, revoked/],
    ['--status active --reason SUPERSEDED', /--reason is for revoked certificates/],
    ['--reason old', /--reason is 'old'/],
    ['--expires-before soon', /--expires-before is 'soon'; it has to be a day, such as 2031-05-01, or ISO 8601/],
    ['--issued-after 2031-02-30', /--issued-after is '2031-02-30'/],
    ['--sort colour', /--sort is 'colour'; it has to be one of username, issuer-dn/],
    ['--descending', /--descending needs --sort/],
    ['--limit 0', /--limit is '0'/],
  ] as const)
    it(`refuses ${args}`, async () => {
      const { code, error } = await server.run('cert', 'list', ...args.split(' '));
      assert.equal(code, 2, error);
      assert.match(error, message);
      assert.equal(server.requests.length, 0);
    });
});

describe('cert expiring', () => {
  it('needs a duration', async () => {
    assert.equal((await server.run('cert', 'expiring')).code, 2);
    for (const text of ['30', '0d', '1y', '-1d', '1.5d']) {
      const { code, error } = await server.run('cert', 'expiring', '--within', text);
      assert.equal(code, 2);
      assert.match(error, /--within is '.*'; it has to be a number and m, h, d or w/);
    }
  });

  it('goes to the last moment that there is at most', async () => {
    answerPages();
    assert.equal((await server.run('cert', 'expiring', '--within', '999999w', '--limit', '1')).code, 6);
    const criteria = server.requests[0]!.body['criteria'] as { operation: string; value: string }[];
    assert.equal(criteria.find(({ operation }) => operation === 'BEFORE')!.value, '9999-12-31T23:59:59Z');
  });
});

describe('cert export', () => {
  const SSH = Uint8Array.of(0, 0, 0, 7, ...Buffer.from('ssh-xyz'), 1, 2);
  const CVC = Uint8Array.of(0x7f, 0x21, 0);
  const twice = (octets: Uint8Array) => Buffer.from(octets.toBase64()).toString('base64');
  const answerOnce = (...octets: readonly (Uint8Array | null)[]) => {
    const items = octets.map((each, at) => item({ serialNumber: `${at + 1}`, base64Cert: each && twice(each) }));
    server.intercept = ({ body }) => {
      const { current_page: page } = body['pagination'] as { current_page: number };
      return { status: 200, body: { certificates: page === 1 ? items : [] } };
    };
  };

  it('writes each kind of certificate as the programs take it that use it', async () => {
    answerOnce(DER, SSH, CVC, null);
    const { code, out } = await server.run('cert', 'export', '--out', server.path('kinds'), '--json');
    assert.equal(code, 0);
    assert.equal((JSON.parse(out) as { left_out: number }).left_out, 1);
    const files = await readdir(server.path('kinds'));
    assert.deepEqual(files.toSorted(), ['01.crt.pem', '02.cert.pub', '03.cvcert']);
    const read = (name: string) => readFile(path.join(server.path('kinds'), name));
    assert.equal((await read('02.cert.pub')).toString(), `ssh-xyz ${SSH.toBase64()}\n`);
    assert.deepEqual(new Uint8Array(await read('03.cvcert')), CVC);
  });

  it('writes no others than X.509 certificates to a bundle, and says so', async () => {
    answerOnce(DER, SSH, CVC, null);
    const { out, error } = await server.run('cert', 'export', '--bundle', server.path('bundle.pem'));
    assert.match(out, /^1 certificate to /);
    assert.match(error, /3 are left out/);
  });

  it('refuses what is not a certificate at all', async () => {
    for (const octets of [
      Uint8Array.of(1),
      Uint8Array.of(0, 0, 0, 9, 0x2f),
      Uint8Array.of(255, 255, 255, 255, 46, 47),
    ]) {
      answerOnce(octets);
      assert.equal((await server.run('cert', 'export', '--out', server.path('odd'))).code, 5);
    }
  });

  for (const args of ['', '--out a --bundle b', '--bundle b --format der'])
    it(`refuses ${args === '' ? 'no target' : args}`, async () => {
      const { code } = await server.run('cert', 'export', ...args.split(' ').filter((each) => each !== ''));
      assert.deepEqual([code, server.requests.length], [2, 0]);
    });
});
