import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { request } from '../../../lint/test/certification-request.ts';
import { bitString, integer, sequence } from '../../../lint/test/der.ts';
import { responseData, signedResponse } from '../../../lint/test/ocsp-response.ts';
import { crl, entry, reason, signedCrl } from '../../../lint/test/tbs-crl.ts';
import { algorithm, codeSigner, leaf, mail, timeStamper } from '../../../lint/test/tbs-certificate.ts';
import { CaServer } from '../../test/ca-server.ts';

let server: CaServer;
let directory: string;
before(async () => {
  server = await CaServer.start();
  directory = await mkdtemp(path.join(tmpdir(), 'lint-command-'));
});
after(async () => {
  await server.close();
  await rm(directory, { recursive: true });
});

async function write(tbs: Uint8Array, form: 'PEM' | 'DER' = 'DER'): Promise<string> {
  const file = path.join(directory, 'a.crt');
  const der = whole(tbs);
  await writeFile(file, form === 'PEM' ? formatPem('CERTIFICATE', der) : der);
  return file;
}

describe('lint', () => {
  it('finds nothing in a certificate that keeps the rules, in PEM and DER', async () => {
    for (const form of ['PEM', 'DER'] as const) {
      const { code, out } = await server.run('lint', await write(leaf(), form));
      assert.deepEqual([code, out], [0, 'nothing found\n']);
    }
  });

  it('tells of each violation with its clause, and exits with 1', async () => {
    const { code, out } = await server.run('lint', await write(leaf({ serialNumber: integer(0) })));
    assert.equal(code, 1);
    assert.match(
      out,
      /^error +rfc5280\/serial-number-positive +RFC 5280 §4\.1\.2\.2 +the serial number 0x00 is not positive$/m,
    );
  });

  it('takes requirements beside RFC 5280, and shows JSON', async () => {
    const file = await write(leaf({ publicKey: sequence(algorithm('1.3.101.112'), bitString(Buffer.alloc(32))) }));
    assert.equal((await server.run('lint', file)).code, 0);
    const { code, out } = await server.run('lint', file, '--requirements', 'TLS', '--json');
    assert.equal(code, 1);
    assert.deepEqual(
      (JSON.parse(out) as { rule: string }[]).map(({ rule }) => rule),
      ['tls/key-type'],
    );
  });

  it('takes the requirements for S/MIME, and for code signing', async () => {
    const allowed = [
      ['SMIME', mail()],
      ['CODE_SIGNING', codeSigner()],
      ['CODE_SIGNING', timeStamper()],
    ] as const;
    for (const [requirements, certificate] of allowed) {
      const { code, out } = await server.run('lint', await write(certificate), '--requirements', requirements);
      assert.deepEqual([code, out], [0, 'nothing found\n']);
      const another = await server.run('lint', await write(leaf()), '--requirements', requirements);
      assert.equal(another.code, 1);
    }
  });

  it('tells of a file that is not a certificate at all', async () => {
    const file = path.join(directory, 'text');
    await writeFile(file, 'text');
    const { code, out } = await server.run('lint', file);
    assert.equal(code, 1);
    assert.match(out, /rfc5280\/readable/);
    assert.equal((await server.run('lint', path.join(directory, 'none'))).code, 4);
  });

  it('recognizes CRLs, requests and OCSP responses in DER', async () => {
    const bad = {
      'crl/version-2': signedCrl(crl({ version: integer(2) })),
      'request/version-1': request({ version: integer(1) }),
      'ocsp/responses-not-empty': signedResponse(responseData({ responses: [] })),
    };
    for (const [rule, octets] of Object.entries(bad)) {
      const { code, out } = await server.run('lint', await store(octets), '--json');
      assert.equal(code, 1);
      assert.deepEqual(
        (JSON.parse(out) as { rule: string }[]).map((finding) => finding.rule),
        [rule],
      );
    }
    for (const octets of [signedCrl(crl()), request(), signedResponse(responseData())]) {
      const { code, out } = await server.run('lint', await store(octets));
      assert.deepEqual([code, out], [0, 'nothing found\n']);
    }
  });

  it('lints every object of a file of PEM, and says which one has a finding', async () => {
    const blocks = [
      'Certificate of somebody:\n',
      formatPem('CERTIFICATE', whole(leaf())),
      formatPem('PRIVATE KEY', Uint8Array.of(1, 2, 3)),
      formatPem('X509 CRL', signedCrl(crl({ entries: [entry({ extensions: [reason(7)] })] }))),
      formatPem('NEW CERTIFICATE REQUEST', request({ attributes: null })),
      formatPem('OCSP RESPONSE', signedResponse(responseData())),
    ];
    const file = await store(Buffer.from(blocks.join('').replaceAll('\n', '\r\n')));
    const { code, out } = await server.run('lint', file, '--json');
    assert.equal(code, 1);
    assert.deepEqual(
      (JSON.parse(out) as { object: number; kind: string; rule: string; level: string }[]).map((finding) => [
        finding.object,
        finding.kind,
        finding.rule,
        finding.level,
      ]),
      [
        [2, 'CRL', 'crl/reason-code-value', 'error'],
        [3, 'request', 'request/attributes-present', 'warning'],
      ],
    );
    assert.match((await server.run('lint', file)).out, /^2 \(CRL\) +error +crl\/reason-code-value/m);
  });

  it('reads a CRL of many chunks as it comes, in PEM and DER', async () => {
    const entries = Array.from({ length: 20_000 }, (_, n) => entry({ serial: integer(n + 1) }));
    const octets = signedCrl(crl({ entries: [...entries, entry({ serial: integer(0) })] }));
    assert.ok(octets.length > 400_000);
    for (const content of [octets, Buffer.from(formatPem('X509 CRL', octets))]) {
      const { code, out } = await server.run('lint', await store(content));
      assert.equal(code, 1);
      assert.match(out, /the entry of 00: the serial number is not positive/);
      assert.equal(out.trim().split('\n').length, 2);
    }
  });

  it('takes the requirements for TLS of CRLs and OCSP responses, and refuses those of which it has none', async () => {
    const file = await store(signedCrl(crl({ entries: [entry({ extensions: [reason(6)] })] })));
    assert.equal((await server.run('lint', file)).code, 0);
    assert.match((await server.run('lint', file, '--requirements', 'TLS')).out, /crl-tls\/reason-code-allowed/);
    const { code, error } = await server.run('lint', await store(request()), '--requirements', 'TLS');
    assert.equal(code, 4);
    assert.match(error, /holds a request, of which lint knows no requirements of TLS; lint it without --requirements/);
  });

  it('finds that octets cannot be read, or refuses the file, whatever is in it', async () => {
    const good = signedCrl(crl());
    const readable: Readonly<Record<string, Uint8Array>> = {
      'crl/readable': good.subarray(0, good.length - 20),
      'rfc5280/readable': whole(leaf()).subarray(0, 300),
      'ocsp/readable': signedResponse(responseData()).subarray(0, 40),
      'request/readable': request().subarray(0, 70),
    };
    for (const [rule, octets] of Object.entries(readable)) {
      const { code, out } = await server.run('lint', await store(octets));
      assert.equal(code, 1);
      assert.match(out, new RegExp(rule));
    }
    assert.match((await server.run('lint', await store(new Uint8Array()))).out, /rfc5280\/readable/);
    const pem = formatPem('X509 CRL', good);
    const unusable: Readonly<Record<string, Uint8Array>> = {
      'holds an object of more than 1048576 octets': randomBytes(10_000_000),
      'holds no certificate, CRL, request or OCSP response': Buffer.from(formatPem('PRIVATE KEY', good)),
      'ends within the block X509 CRL': Buffer.from(pem.slice(0, pem.indexOf('-----END'))),
      'has something else than Base64 in line 2': Buffer.from(pem.replace(/\n./, '\n!')),
      'has a block X509 CRL whose Base64 is cut off': Buffer.from(pem.replace(/.=*\n-----END/, '\n-----END')),
      'has a block X509 CRL within the block X509 CRL': Buffer.from(pem.replace(/\n/, '\n-----BEGIN X509 CRL-----\n')),
    };
    for (const [problem, octets] of Object.entries(unusable)) {
      const { code, error } = await server.run('lint', await store(octets));
      assert.equal(code, 4, problem);
      assert.match(error, new RegExp(problem));
    }
    const { code, error } = await server.run('lint', directory);
    assert.equal(code, 4);
    assert.match(error, /it is a directory/);
  });
});

async function store(octets: Uint8Array): Promise<string> {
  const file = path.join(directory, 'object');
  await writeFile(file, octets);
  return file;
}

function whole(tbs: Uint8Array): Uint8Array {
  return sequence(tbs, algorithm('1.2.840.10045.4.3.2'), bitString(Uint8Array.of(1)));
}
