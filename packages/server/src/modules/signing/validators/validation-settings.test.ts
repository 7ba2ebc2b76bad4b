import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import { TestCa } from '../../../../../../test/pki/test-pki.ts';
import { WorkerProperties } from '../worker-contract/worker-properties.ts';
import { readValidatedIssuers } from './validation-settings.ts';

/** A certificate as another CA may have it: its curve is P-192. */
function onP192(der: Uint8Array): string {
  const [p256, p192] = [Buffer.from('06082a8648ce3d030107', 'hex'), Buffer.from('06082a8648ce3d030101', 'hex')];
  const changed = Buffer.from(der);
  changed.set(p192, changed.indexOf(p256));
  return formatPem('CERTIFICATE', changed);
}

function read(chain: string, further: Readonly<Record<string, string>> = {}) {
  const [problems, warnings]: [string[], string[]] = [[], []];
  const stored = { 'VAL1.CLASSPATH': 'CRLValidator', 'VAL1.ISSUER1.CERTCHAIN': chain, ...further };
  const properties = new WorkerProperties(
    stored,
    (name, problem) => problems.push(`${name} ${problem}`),
    (name, remark) => warnings.push(`${name} ${remark}`),
  );
  return { issuers: readValidatedIssuers(properties), problems, warnings };
}

const root = TestCa.root('CN=Root', 'P-256');
const old = TestCa.root('CN=Old', 'P-256');
const leftOut = (subject: string) =>
  `VAL1.ISSUER1.CERTCHAIN has a certificate of '${subject}' whose key cannot be used: the curve 1.2.840.10045.3.1.1 is not supported. It is left out`;

describe('the chain of an issuer that is validated', () => {
  it('leaves a root out whose key cannot be used, and says so', () => {
    const { issuers, problems, warnings } = read(onP192(old.certificate.der) + root.chainPem);
    assert.deepEqual(problems, []);
    assert.deepEqual(warnings, [leftOut('CN=Old')]);
    assert.equal(issuers[0]?.anchors.length, 1);
  });

  it('says which CA below the root cannot be used', () => {
    const sub = root.subordinate('CN=Sub', 'P-256');
    const { problems, warnings } = read(onP192(sub.certificate.der) + root.chainPem);
    assert.deepEqual([problems, warnings], [[], [leftOut('CN=Sub')]]);
  });

  it('is wrong when no root of it can be used', () => {
    const { problems, warnings } = read(onP192(old.certificate.der));
    assert.equal(problems.length, 1);
    assert.match(problems[0]!, /CERTCHAIN has a certificate of 'CN=Old' whose key cannot be used/);
    assert.deepEqual(warnings, []);
  });
});

describe('the addresses of the CRLs of an issuer', () => {
  const lists = (text: string) => read(root.chainPem, { 'VAL1.ISSUER1.CRLPATHS': text });

  it('stand with commas or semicolons between them', () => {
    for (const between of [',', ' , ', ';', ' ;; '])
      assert.deepEqual(lists(` http://a.example/1.crl${between}HTTPS://b.example/2.crl `).issuers[0]?.crlUrls, [
        'http://a.example/1.crl',
        'HTTPS://b.example/2.crl',
      ]);
  });

  it('may have commas in them, and no blanks', () => {
    assert.deepEqual(lists('http://a.example/CN=A,O=B.crl').issuers[0]?.crlUrls, ['http://a.example/CN=A,O=B.crl']);
    assert.deepEqual(lists('http://a.example/1.crl b.crl').problems, [
      "VAL1.ISSUER1.CRLPATHS has 'http://a.example/1.crl b.crl', which is not an HTTP URL",
    ]);
  });

  it('are wrong with a comma before an address of another kind', () => {
    for (const other of ['ldap://b.example/x', 'LDAP:///CN=B,O=C?x', 'file:/b.crl'])
      for (const between of [',', ', '])
        assert.deepEqual(lists(`http://a.example/1.crl${between}${other}`).problems, [
          `VAL1.ISSUER1.CRLPATHS has '${other}', which is not an HTTP URL`,
        ]);
  });

  it('are wrong with a comma after which there is none', () => {
    for (const rest of ['', ' ', ' ; http://b.example/2.crl', ', http://b.example/2.crl'])
      assert.deepEqual(lists(`http://a.example/1.crl,${rest}`).problems, [
        "VAL1.ISSUER1.CRLPATHS has 'http://a.example/1.crl,', and after the comma there has to be another HTTP URL",
      ]);
  });
});
