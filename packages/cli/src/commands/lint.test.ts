import assert from 'node:assert/strict';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { bitString, integer, sequence } from '../../../lint/test/der.ts';
import { algorithm, leaf } from '../../../lint/test/tbs-certificate.ts';
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
  const der = sequence(tbs, algorithm('1.2.840.10045.4.3.2'), bitString(Uint8Array.of(1)));
  await writeFile(file, form === 'PEM' ? formatPem('CERTIFICATE', der) : der);
  return file;
}

describe('lint', () => {
  it('finds nothing in a certificate that keeps the rules, in PEM and DER', async () => {
    for (const form of ['PEM', 'DER'] as const) {
      const { code, out } = await server.run('lint', await write(leaf(), form));
      assert.deepEqual([code, out.trim()], [0, 'nothing found']);
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

  it('tells of a file that is no certificate at all', async () => {
    const file = path.join(directory, 'text');
    await writeFile(file, 'text');
    const { code, out } = await server.run('lint', file);
    assert.equal(code, 1);
    assert.match(out, /rfc5280\/readable/);
    assert.equal((await server.run('lint', path.join(directory, 'none'))).code, 4);
  });
});
