/** XML signatures: xmlsec1 and the JDK verify what we sign, and we verify what they sign. */
import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, it } from 'node:test';
import { formatPem } from '@sealwright/pki';
import {
  finishXmlSignature,
  prepareXmlSignature,
  verifyXmlSignatures,
  type XadesSettings,
} from '@sealwright/documents/xml';
import * as fc from 'fast-check';

import { signatureMethodOf } from '../../../packages/documents/src/xml/algorithms.ts';
import { xmlDocuments } from '../../../packages/documents/test/xml-arbitraries.ts';
import { TestSigner } from '../../../packages/pki/test/cms-signers.ts';

const directory = mkdtempSync(join(tmpdir(), 'sealwright-xml-'));
after(() => rmSync(directory, { recursive: true }));

const SIGNED_PROPERTIES = 'http://uri.etsi.org/01903/v1.3.2#:SignedProperties';
const xades: XadesSettings = {
  signingTime: 1_700_000_000,
  commitmentTypes: ['PROOF_OF_APPROVAL', 'PROOF_OF_ORIGIN'],
  claimedRoles: ['Head of <everything> & "more"', 'ö'],
};
const COMMON = ['RSA', 'ECDSA'].flatMap((key) =>
  ['SHA1', 'SHA256', 'SHA384', 'SHA512'].map((hash) => `${hash}with${key}`),
);

function sign(
  signer: TestSigner,
  text: string | Uint8Array,
  settings?: XadesSettings,
  digestAlgorithm?: string,
  prefix?: string,
): Uint8Array {
  const document = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  const { der } = signer.certificate;
  const { name } = signer.algorithms.signature;
  const fields = {
    signatureAlgorithm: name,
    digestAlgorithm,
    certificate: der,
    included: [der],
    xades: settings,
    prefix,
  };
  const prepared = prepareXmlSignature(document, fields);
  return finishXmlSignature(document, prepared, signer.sign(prepared.toBeSigned));
}

function write(name: string, content: string | Uint8Array): string {
  const file = join(directory, name);
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

describe('xmlsec1 verifies what we sign', () => {
  const verify = (signer: TestSigner, document: Uint8Array): { readonly status: number; readonly output: string } => {
    const certificate = write('trusted.pem', formatPem('CERTIFICATE', signer.certificate.der));
    const args = [
      '--verify',
      '--trusted-pem',
      certificate,
      '--id-attr:Id',
      SIGNED_PROPERTIES,
      write('signed.xml', document),
    ];
    const { status, stdout, stderr, error } = spawnSync('xmlsec1', args, { encoding: 'utf8' });
    if (error !== undefined) throw error;
    return { status: status ?? -1, output: stdout + stderr };
  };
  const assertVerified = (signer: TestSigner, document: Uint8Array, references: number): void => {
    const { status, output } = verify(signer, document);
    assert.equal(status, 0, `${output}\n${new TextDecoder().decode(document)}`);
    assert.match(output, new RegExp(`References \\(ok/all\\): ${references}/${references}`));
  };

  it('with names that have no prefix, or another one', () => {
    const signer = TestSigner.named('SHA256withECDSA');
    for (const prefix of ['', 'dsig'])
      assertVerified(signer, sign(signer, '<a xmlns="urn:a"><b/></a>', undefined, undefined, prefix), 1);
  });

  for (const name of [...COMMON, 'SHA224withRSA', 'SHA224withECDSA'])
    it(`by ${name}, and with XAdES properties`, () => {
      const signer = TestSigner.named(name);
      assertVerified(signer, sign(signer, '<root/>'), 1);
      assertVerified(signer, sign(signer, '<root/>', xades), 2);
      const changed = new TextDecoder().decode(sign(signer, '<root>1</root>')).replace('>1<', '>2<');
      assert.notEqual(verify(signer, new TextEncoder().encode(changed)).status, 0);
    });

  for (const digest of ['SHA1', 'SHA256', 'SHA384', 'SHA512', 'RIPEMD160'])
    it(`with a ${digest} digest of the document`, () => {
      const signer = TestSigner.named('SHA256withECDSA');
      assertVerified(signer, sign(signer, '<root/>', undefined, digest), 1);
    });

  it('whatever stands in the document', () => {
    const signer = TestSigner.named('SHA256withECDSA');
    for (const text of fc.sample(xmlDocuments(), { numRuns: 40, seed: 20_261_121 })) {
      assertVerified(signer, sign(signer, text), 1);
      assertVerified(signer, sign(signer, text, xades), 2);
    }
  });

  it('in UTF-16', () => {
    const signer = TestSigner.named('SHA256withECDSA');
    const octets = Buffer.from('\ufeff<?xml version="1.0" encoding="UTF-16"?>\n<ö a="😀">å</ö>\n', 'utf16le');
    assertVerified(signer, sign(signer, new Uint8Array(octets)), 1);
    assertVerified(signer, sign(signer, new Uint8Array(octets.swap16())), 1);
  });

  it('in what it is declared, an octet for each character', () => {
    const signer = TestSigner.named('SHA256withECDSA');
    for (const [encoding, octets] of [
      ['ISO-8859-1', '<\xf6 a="\x80\xff">\xe5</\xf6>'],
      ['ISO-8859-1', '<\xf6/>'],
      ['windows-1252', '<\xf6 a="\x80\xff">\x93\xe5</\xf6>'],
      ['US-ASCII', '<a b="&#229;">text</a>'],
    ] as const) {
      const octetsOfDocument = Buffer.from(`<?xml version="1.0" encoding="${encoding}"?>\n${octets}\n`, 'latin1');
      const document = new Uint8Array(octetsOfDocument);
      assertVerified(signer, sign(signer, document), 1);
      assertVerified(signer, sign(signer, document, xades), 2);
    }
  });

  it('with two signatures, of which the first is part of what the second is over', () => {
    const signer = TestSigner.named('SHA256withECDSA');
    const twice = sign(signer, sign(signer, '<root/>'));
    const second = ['--node-xpath', '/root/*[local-name()="Signature"][2]'];
    const trusted = write('trusted.pem', formatPem('CERTIFICATE', signer.certificate.der));
    execFileSync('xmlsec1', ['--verify', '--trusted-pem', trusted, ...second, write('twice.xml', twice)], {
      stdio: 'pipe',
    });
  });
});

describe('xmlsec1 signs', () => {
  it('with all that it writes of a key, and we verify', () => {
    const template = `<root><Signature xmlns="http://www.w3.org/2000/09/xmldsig#"><SignedInfo>
      <CanonicalizationMethod Algorithm="http://www.w3.org/TR/2001/REC-xml-c14n-20010315"/>
      <SignatureMethod Algorithm="${RSA_SHA256}"/><Reference URI="">
      <Transforms><Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"/></Transforms>
      <DigestMethod Algorithm="${SHA256}"/><DigestValue/></Reference></SignedInfo><SignatureValue/>
      <KeyInfo><KeyName/><KeyValue/><X509Data><X509SubjectName/><X509IssuerSerial/><X509SKI/><X509Certificate/></X509Data>
      </KeyInfo></Signature></root>`;
    const signer = TestSigner.named('SHA256withRSA');
    const key = write('signer.pem', formatPem('PRIVATE KEY', signer.exportPrivateKey()));
    const certificate = write('signer.crt', formatPem('CERTIFICATE', signer.certificate.der));
    const args = ['--sign', '--privkey-pem:signer', `${key},${certificate}`, write('template.xml', template)];
    const signed = execFileSync('xmlsec1', args, { stdio: 'pipe' });
    const text = signed.toString();
    assert.match(text, /<KeyName>signer</);
    for (const name of ['Modulus', 'X509Certificate']) assert.match(text, new RegExp(`<${name}>\\s*\\S`));
    const [verdict] = verifyXmlSignatures(signed);
    assert.equal(verdict?.status, 'valid', JSON.stringify(verdict));
    assert.deepEqual([verdict.coversDocument, verdict.foreignContent], [true, false], text);
  });
});

describe('the JDK', () => {
  before(() => execFileSync('javac', ['-d', directory, join(import.meta.dirname, 'xml/XmlWitness.java')]));
  const run = (...args: readonly string[]): string =>
    execFileSync('java', ['-cp', directory, 'XmlWitness', ...args], { encoding: 'utf8', stdio: 'pipe' });

  it('verifies what we sign by every algorithm that it knows', () => {
    const inner = mkdtempSync(join(directory, 'ours-'));
    // JDK 17 has no EdDSA in XML signatures, and SHA-3 only in digests.
    const names = [...COMMON, ...[1, 224, 256, 384, 512].map((hash) => `SHA${hash}withRSAandMGF1`)];
    for (const name of names) {
      const signer = TestSigner.named(name);
      writeFileSync(join(inner, `${name}.xml`), sign(signer, '<root a="1"><b/>text</root>'));
      writeFileSync(join(inner, `${name}-xades.xml`), sign(signer, '<root a="1"><b/>text</root>', xades));
    }
    for (const digest of ['SHA3-256', 'SHA3-384', 'SHA3-512', 'SHA224'])
      writeFileSync(
        join(inner, `${digest}.xml`),
        sign(TestSigner.named('SHA256withECDSA'), '<root/>', undefined, digest),
      );
    const changed = new TextDecoder().decode(sign(TestSigner.named('SHA256withECDSA'), '<root>1</root>'));
    writeFileSync(join(inner, 'changed.xml'), changed.replace('>1<', '>2<'));
    const lines = run('verify', inner).trim().split('\n');
    assert.equal(lines.length, 2 * names.length + 5);
    assert.deepEqual(
      lines.filter((line) => !line.endsWith(' valid')),
      ['changed.xml wrong digest'],
    );
  });

  const C14N = 'http://www.w3.org/TR/2001/REC-xml-c14n-20010315';
  const EXCLUSIVE = 'http://www.w3.org/2001/10/xml-exc-c14n#';
  const methods = [
    C14N,
    `${C14N}#WithComments`,
    EXCLUSIVE,
    `${EXCLUSIVE}WithComments`,
    'http://www.w3.org/2006/12/xml-c14n11',
  ];

  it('signs documents, and elements in them, by every way to make them canonical, and we verify', () => {
    const documents = fc
      .sample(xmlDocuments('<part Id="here">some <!-- comment --><b/> text</part>'), { numRuns: 60, seed: 20_261_123 })
      .filter((text) => !/[\u{fa10}\u{10300}\u{10400}]/u.test(text));
    const signing = new Jobs();
    const signer = TestSigner.named('SHA256withECDSA');
    for (const text of documents)
      for (const method of methods) {
        signing.add(text, signer, { method });
        signing.add(text, signer, { method, transform: method, id: 'here' });
      }
    for (const { text, id, signed } of signing.run()) {
      const [verdict, second] = verifyXmlSignatures(signed);
      assert.equal(second, undefined);
      assert.equal(verdict?.status, 'valid', `${JSON.stringify(verdict)}: ${JSON.stringify(text)}`);
      assert.deepEqual([verdict.coversDocument, verdict.foreignContent], [id === undefined, false]);
    }
  });

  it('signs by every algorithm that it knows, and we verify', () => {
    const signing = new Jobs();
    const names = [...COMMON, 'SHA256withRSAandMGF1', 'SHA512withRSAandMGF1', 'SHA256WithDSA'];
    for (const name of names) signing.add('<root/>', TestSigner.named(name), {});
    for (const [index, { signed }] of signing.run().entries()) {
      const [verdict] = verifyXmlSignatures(signed);
      assert.equal(verdict?.status, 'valid', `${names[index]}: ${JSON.stringify(verdict)}`);
      const { algorithm } = verdict;
      assert.equal(verdict.foreignContent, false);
      assert.equal(algorithm.name.toLowerCase(), names[index]!.toLowerCase());
      assert.deepEqual(verdict.weak, names[index]!.startsWith('SHA1') ? [algorithm.name] : []);
    }
  });

  interface Wanted {
    readonly method?: string;
    readonly transform?: string;
    readonly id?: string;
  }

  /** Many signatures in one run of the program. */
  class Jobs {
    readonly #directory = mkdtempSync(join(directory, 'theirs-'));
    readonly #jobs: { readonly text: string; readonly id: string | undefined; readonly line: string }[] = [];

    add(text: string, signer: TestSigner, { method = C14N, transform = '-', id }: Wanted): void {
      const number = this.#jobs.length;
      const [input, key, certificate] = [`${number}.xml`, `${number}.key`, `${number}.crt`];
      writeFileSync(join(this.#directory, input), text);
      writeFileSync(join(this.#directory, key), signer.exportPrivateKey(), { mode: 0o600 });
      writeFileSync(join(this.#directory, certificate), signer.certificate.der);
      const { uri } = signatureMethodOf(signer.algorithms.signature);
      const parts = [input, `${number}.signed`, uri, SHA256, method, transform, id ?? '-', key, certificate];
      this.#jobs.push({ text, id, line: parts.join(' ') });
    }

    run() {
      writeFileSync(join(this.#directory, 'jobs'), this.#jobs.map(({ line }) => line).join('\n'));
      run('sign', this.#directory);
      return this.#jobs.map(({ text, id }, number) => {
        return { text, id, signed: readFileSync(join(this.#directory, `${number}.signed`)) };
      });
    }
  }
});

const SHA256 = 'http://www.w3.org/2001/04/xmlenc#sha256';
const RSA_SHA256 = 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256';
