import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { extendedKeyUsage, KEY_PURPOSES, makeExtension } from '@sealwright/pki';
import { verifyXmlSignatures, XADES_COMMITMENT_TYPES } from '@sealwright/documents/xml';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { certifyKey, certifyKeys, makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';

const XML = { IMPLEMENTATION_CLASS: 'org.signserver.module.xmlsigner.XMLSigner' };
const XADES = { IMPLEMENTATION_CLASS: 'org.signserver.module.xades.signer.XAdESSigner' };
const KEYS = { rsa: ['RSA', '2048'], p256: ['EC', 'P-256'], ed25519: ['Ed25519', ''] } as const;

describe('signers of XML', () => {
  const shared = sharedServer();
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');
  let chains: ReadonlyMap<string, string>;

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', KEYS);
    const extensions = [makeExtension(extendedKeyUsage, [KEY_PURPOSES.timeStamping], true)];
    chains = await certifyKeys(shared.server, ca, Object.keys(KEYS));
    const authority = await certifyKey(shared.server, ca, 'Signing', 'p256', { subject: 'CN=TSA', extensions });
    await makeWorker(shared.server, 'Authority', {
      IMPLEMENTATION_CLASS: 'org.signserver.module.tsa.TimeStampSigner',
      CRYPTOTOKEN: 'Signing',
      DEFAULTKEY: 'p256',
      SIGNERCERTCHAIN: authority,
      SIGNATUREALGORITHM: 'SHA256withECDSA',
      DEFAULTTSAPOLICYOID: '1.2.3.4',
      ACCEPTANYPOLICY: 'TRUE',
      AUTHTYPE: 'NOAUTH',
    });
    await worker('XML', XML);
  });

  const worker = (name: string, properties: Readonly<Record<string, string>>) => {
    const alias = properties['DEFAULTKEY'] ?? 'rsa';
    const common = {
      CRYPTOTOKEN: 'Signing',
      AUTHTYPE: 'NOAUTH',
      DEFAULTKEY: alias,
      SIGNERCERTCHAIN: chains.get(alias)!,
    };
    return makeWorker(shared.server, name, { ...common, ...properties });
  };
  const process = (name: string, data: string) =>
    signing(shared.server, `/workers/${encodeURIComponent(name)}/process`, { body: { data } });
  const signed = async (name: string, data: string): Promise<Uint8Array> => {
    const answer = await process(name, data);
    assert.equal(answer.status, 200, answer.text);
    return new Uint8Array(Buffer.from(answer.json['data'] as string, 'base64'));
  };
  it('write the names of a signature without a prefix, unless SIGNATURE_PREFIX says one', async () => {
    const text = async (name: string) => Buffer.from(await signed(name, '<a xmlns="urn:a"/>')).toString();
    assert.match(
      await text('XML'),
      /^<a xmlns="urn:a"><Signature xmlns="http:.*xmldsig#"><SignedInfo>.*<\/Signature><\/a>$/s,
    );
    await worker('Prefixed', { ...XML, SIGNATURE_PREFIX: 'dsig' });
    assert.match(await text('Prefixed'), /<dsig:Signature xmlns:dsig="http:.*<\/dsig:Signature><\/a>$/s);
    for (const name of ['XML', 'Prefixed']) await verified(name, '<a xmlns="urn:a"><b/></a>');
    await worker('Misprefixed', { ...XML, SIGNATURE_PREFIX: 'a:b' });
    assert.equal((await process('Misprefixed', '<a/>')).status, 500);
  });

  const verified = async (name: string, data: string, xades = false) => {
    const [verdict, second] = verifyXmlSignatures(await signed(name, data), { xades });
    assert.equal(second, undefined);
    assert.ok(verdict?.status === 'valid', name);
    assert.equal(verdict.coversDocument, true);
    return verdict;
  };
  const refusal = async (name: string, data: string) => {
    const { status, json } = await process(name, data);
    return [status, json['error']];
  };

  it('sign <root/> with the whole chain (case 124)', async () => {
    const { algorithm, certificates, weak } = await verified('XML', '<root/>');
    assert.equal(algorithm.name, 'SHA256WithRSA');
    assert.deepEqual([certificates.length, weak], [3, []]);
  });

  it('refuse a document type and what is not XML (case 125)', async () => {
    for (const text of ['<!DOCTYPE root><root/>', 'no XML', '', '<root>'])
      assert.deepEqual(await refusal('XML', text), [400, 'Document parsing error']);
  });

  it('sign what is declared in an encoding of one octet for each character, in which it stays', async () => {
    for (const encoding of ['ISO-8859-1', 'windows-1252']) {
      const octets = Buffer.from(`<?xml version="1.0" encoding="${encoding}"?><a>\x80\xe5</a>`, 'latin1');
      const { status, json, text } = await signing(shared.server, '/workers/XML/process', {
        body: { data: octets.toString('base64'), encoding: 'BASE64' },
      });
      assert.equal(status, 200, text);
      const signature = Buffer.from(json['data'] as string, 'base64');
      assert.ok(signature.subarray(0, octets.length - 4).equals(octets.subarray(0, -4)));
      assert.equal(verifyXmlSignatures(signature)[0]?.status, 'valid');
    }
  });

  it('say which encodings and which version are read', async () => {
    const parsing = 'Document parsing error: ';
    assert.deepEqual(await refusal('XML', '<?xml version="1.1"?><a/>'), [400, `${parsing}XML 1.1 is not read, 1.0 is`]);
    const [status, text] = await refusal('XML', '<?xml version="1.0" encoding="KOI8-R"?><a/>');
    assert.equal(status, 400);
    assert.match(String(text), /^Document parsing error: .*'KOI8-R'.* windows-1252 are read$/);
    const ascii = '<?xml version="1.0" encoding="US-ASCII"?><a>å</a>';
    assert.deepEqual(await refusal('XML', ascii), [400, `${parsing}the document is not US-ASCII throughout`]);
  });

  for (const [alias, SIGNATUREALGORITHM, DIGESTALGORITHM, name] of [
    ['rsa', 'SHA512withRSA', '', 'SHA512WithRSA'],
    ['rsa', 'SHA384withRSA', 'SHA256', 'SHA384WithRSA'],
    ['p256', '', 'RIPEMD160', 'SHA256withECDSA'],
    ['p256', 'SHA384withECDSA', '', 'SHA384withECDSA'],
    ['ed25519', '', '', 'Ed25519'],
  ] as const)
    it(`sign by ${name}, with ${DIGESTALGORITHM || 'its'} digest`, async () => {
      await worker(name + DIGESTALGORITHM, { ...XML, DEFAULTKEY: alias, SIGNATUREALGORITHM, DIGESTALGORITHM });
      assert.equal((await verified(name + DIGESTALGORITHM, '<a>text</a>')).algorithm.name, name);
    });

  it('leave certificates out on demand', async () => {
    await worker('Bare', { ...XML, INCLUDE_CERTIFICATE_LEVELS: '0' });
    assert.doesNotMatch(new TextDecoder().decode(await signed('Bare', '<root/>')), /KeyInfo/);
  });

  it('read a large document in a thread, while others are served', async () => {
    const large = `<r>${'<row id="1">text</row>'.repeat(50_000)}</r>`;
    const [verdict, small] = await Promise.all([verified('XML', large), verified('XML', '<root/>')]);
    assert.equal(verdict.status, small.status);
    assert.deepEqual(await refusal('XML', large.slice(0, -1)), [400, 'Document parsing error']);
    const deep = '<a>'.repeat(50_000);
    assert.equal((await refusal('XML', deep))[0], 413);
  });

  it('sign with the properties of XAdES, one certificate and what the worker says', async () => {
    await worker('XAdES', {
      ...XADES,
      COMMITMENT_TYPES: 'PROOF_OF_ORIGIN, PROOF_OF_APPROVAL',
      CLAIMED_ROLE: 'Editor & more',
    });
    const { certificates, xades } = await verified('XAdES', '<root/>', true);
    assert.equal(certificates.length, 1);
    const { PROOF_OF_ORIGIN, PROOF_OF_APPROVAL } = XADES_COMMITMENT_TYPES;
    assert.deepEqual(xades?.commitmentTypes, [PROOF_OF_ORIGIN, PROOF_OF_APPROVAL]);
    assert.deepEqual(xades.claimedRoles, ['Editor & more']);
    assert.ok(Math.abs(xades.signingTime! - Date.now() / 1000) < 60);
    assert.deepEqual(xades.timeStamps, []);
  });

  it('have a XAdES signature stamped by another worker', async () => {
    await worker('XAdES-T', { ...XADES, XADESFORM: 'T', TSA_WORKER: 'Authority', TSA_DIGESTALGORITHM: 'SHA-512' });
    const { xades } = await verified('XAdES-T', '<root/>', true);
    assert.equal(xades?.timeStamps.length, 1);
    assert.equal(String(xades.timeStamps[0]?.certificate.subject), 'CN=TSA');
  });

  it('claim the role of the user, or else the configured one, or refuse', async () => {
    await worker('Role', { ...XADES, CLAIMED_ROLE_FROM_USERNAME: 'TRUE', CLAIMED_ROLE: 'Anybody' });
    assert.deepEqual((await verified('Role', '<root/>', true)).xades?.claimedRoles, ['Anybody']);
    await worker('No role', { ...XADES, CLAIMED_ROLE_FROM_USERNAME: 'TRUE' });
    assert.equal((await refusal('No role', '<root/>'))[0], 400);
  });

  for (const [what, properties] of Object.entries({
    'a form that there is not': { ...XADES, XADESFORM: 'C' },
    'level T without an authority': { ...XADES, XADESFORM: 'T' },
    'a commitment that there is not': { ...XADES, COMMITMENT_TYPES: 'PROOF_OF_NOTHING' },
    'no certificates': { ...XADES, INCLUDE_CERTIFICATE_LEVELS: '0' },
    'a digest that XML signatures do not know': { ...XML, DIGESTALGORITHM: 'MD5' },
    'a signature algorithm that they do not know': { ...XML, SIGNATUREALGORITHM: 'ML-DSA-44' },
  }))
    it(`are misconfigured with ${what}`, async () => {
      await worker(what, properties);
      const [status, text] = await refusal(what, '<root/>');
      assert.equal(status, 500);
      assert.match(String(text), /Worker is misconfigured/);
    });
});
