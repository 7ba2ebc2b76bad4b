import assert from 'node:assert/strict';
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { it } from 'node:test';
import { parsePem } from '../pem.ts';
import { decryptPrivateKey, writePemBundle } from './index.ts';

const fixture = (name: string) => new Uint8Array(readFileSync(new URL(`fixtures/${name}`, import.meta.url)));
const privateKey = fixture('end-entity.p8');
const [certificate, issuer] = [fixture('end-entity.der'), fixture('ca.der')];

for (const password of ['foo123', '', 'pässwörd €😀'])
  it(`writes a key under '${password}' and its certificates, which node:crypto reads`, async () => {
    const random = (count: number) => new Uint8Array(count).fill(7);
    const text = await writePemBundle({ password, privateKey, certificate, chain: [issuer], iterations: 10, random });
    const [key, ...certificates] = parsePem(text);
    assert.equal(key!.label, 'ENCRYPTED PRIVATE KEY');
    assert.deepEqual(new Uint8Array(await decryptPrivateKey(key!.der, password)), privateKey);
    assert.deepEqual(certificates, [
      { label: 'CERTIFICATE', der: certificate },
      { label: 'CERTIFICATE', der: issuer },
    ]);
    const opened = createPrivateKey({ key: text, passphrase: password });
    assert.ok(new X509Certificate(text).checkPrivateKey(opened));
  });
