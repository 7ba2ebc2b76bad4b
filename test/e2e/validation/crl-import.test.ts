/** CRLs that were made elsewhere (cases 18 to 27 and 81 of the interface). */
import {
  assembleCrl,
  type Certificate,
  type Crl,
  crlNumber,
  CrlEntryWriter,
  deltaCrlIndicator,
  type Der,
  encodeTbsCrl,
  type Extension,
  findExtension,
  issuingDistributionPoint,
  makeExtension,
  reasonCode,
  type RevocationReason,
  type SerialNumber,
  serialNumberFromHex,
  signatureAlgorithmByName,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { sign } from 'node:crypto';
import { describe, it } from 'node:test';
import { TestCa } from '../../pki/test-pki.ts';
import { createExternalCa } from '../support/administration.ts';
import { auditRows, detailsOf } from '../support/audit-records.ts';
import {
  assertRefusal,
  certificatePath,
  createProfiles,
  editCa,
  enroll,
  latestCrl,
  MANAGEMENT_CA_DN,
  newCrl,
  requestUnder,
  sharedServer,
} from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';
import { newOfficer } from '../support/officers.ts';
import type { Answer, CallOptions, TestServer } from '../support/test-server.ts';

interface Entry {
  readonly serialNumber: SerialNumber;
  readonly reason: RevocationReason;
}

const NOW = Math.floor(Date.now() / 1000);
const REVOKED_AT = NOW - 86_400;

/** A CRL of the management CA as another installation with its key would have made it. */
async function crlOfCa(
  { running: { installation } }: TestServer,
  number: number | bigint,
  entries: Iterable<Entry>,
  extensions: readonly Extension[] = [],
  thisUpdate = NOW,
): Promise<Uint8Array> {
  const authority = await installation.ca.authorities.findByName('ManagementCA');
  assert.ok(authority?.kind === 'X509' && authority.issuer !== undefined);
  const { signatureAlgorithm, cryptoTokenId } = authority.settings;
  const tbs = tbsOf(authority.issuer.certificate, signatureAlgorithm!, number, entries, extensions, thisUpdate);
  const signature = await installation.tokens.cryptoTokens.sign(
    cryptoTokenId!,
    authority.keyAlias,
    signatureAlgorithm!.name,
    tbs,
  );
  return assembleCrl(tbs, signatureAlgorithm!, signature);
}

/** CRL number 1 of a CA of the test's own. */
function crlOfTestCa({ certificate, privateKey }: TestCa): Uint8Array {
  const algorithm = signatureAlgorithmByName('SHA256withECDSA');
  const tbs = tbsOf(certificate, algorithm, 1, [], [], NOW);
  return assembleCrl(tbs, algorithm, new Uint8Array(sign('sha256', tbs, privateKey)));
}

function tbsOf(
  issuer: Certificate,
  signatureAlgorithm: Certificate['signatureAlgorithm'],
  number: number | bigint,
  entries: Iterable<Entry>,
  extensions: readonly Extension[],
  thisUpdate: number,
): Der<'TbsCrl'> {
  const writer = new CrlEntryWriter();
  for (const entry of entries) writer.add({ ...entry, revocationDate: REVOKED_AT });
  return encodeTbsCrl({
    signatureAlgorithm,
    issuer: issuer.subject.der,
    thisUpdate,
    nextUpdate: thisUpdate + 3600,
    entries: writer.finish(),
    extensions: [makeExtension(crlNumber, BigInt(number), false), ...extensions],
  });
}

interface Part {
  readonly name: string;
  readonly content: Uint8Array | string;
}

async function upload(
  server: TestServer,
  parts: readonly Part[],
  { dn = MANAGEMENT_CA_DN, ...options }: CallOptions & { readonly dn?: string } = {},
): Promise<Answer> {
  const form = parts.flatMap(({ name, content }) => {
    const file = typeof content === 'string' ? '' : `; filename="x.crl"\r\nContent-Type: application/octet-stream`;
    return [
      Buffer.from(`--boundary\r\nContent-Disposition: form-data; name="${name}"${file}\r\n\r\n`),
      Buffer.from(content),
      Buffer.from('\r\n'),
    ];
  });
  const rawBody = Buffer.concat([...form, Buffer.from('--boundary--\r\n')]);
  return server.call(`/v1/ca/${encodeURIComponent(dn)}/importcrl`, {
    method: 'POST',
    rawBody,
    headers: { 'content-type': 'multipart/form-data; boundary=boundary' },
    ...options,
  });
}

const importOf = (server: TestServer, content: Uint8Array, index = '0') =>
  upload(server, [
    { name: 'crlPartitionIndex', content: index },
    { name: 'crlFile', content },
  ]);

async function stateOf(server: TestServer, certificate: Certificate): Promise<readonly unknown[]> {
  const { json } = await server.call(certificatePath(certificate, 'revocationstatus'));
  return [json['revocation_reason'], json['revocation_date']];
}

function entriesOf(crl: Crl): Record<string, string | undefined> {
  return Object.fromEntries(
    [...crl.entries()].map(({ serialNumberText, extensions }) => [
      serialNumberText,
      findExtension(extensions, reasonCode),
    ]),
  );
}

let last = 0;
const newCertificate = async (server: TestServer) =>
  enroll(server, newRequest({ username: `import ${++last}`, subject: `CN=import ${last}` }));
const REVOKED_AT_TEXT = new Date(REVOKED_AT * 1000).toISOString().replace('.000Z', 'Z');

describe('the import of a CRL', () => {
  const shared = sharedServer();

  it('is refused for a CA that there is not', async () => {
    const answer = await upload(shared.server, [], { dn: 'CN=Nobody' });
    assertRefusal(answer, 400, 'CA with DN: CN=Nobody does not exist.');
  });

  it('needs a file under its name', async () => {
    const { server } = shared;
    const crl = await crlOfCa(server, 1, []);
    assertRefusal(await upload(server, []), 400, 'No CRL file uploaded.');
    assertRefusal(await upload(server, [{ name: 'crl', content: crl }]), 400, 'No CRL file uploaded.');
    const path = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/importcrl`;
    assertRefusal(await server.call(path, { method: 'POST', body: {} }), 400, 'No CRL file uploaded.');
  });

  it('takes the media type of a form in any letter case', async () => {
    const headers = { 'content-type': 'Multipart/Form-Data; Boundary=boundary' };
    const file = { name: 'crlFile', content: new Uint8Array([1]) };
    assertRefusal(await upload(shared.server, [file], { headers }), 400, /^The file is not a CRL in DER/);
  });

  for (const index of ['-1', 'one', '1.3'])
    it(`is refused for the partition '${index}'`, async () => {
      const { server } = shared;
      assertRefusal(await importOf(server, await crlOfCa(server, 1, []), index), 400, /^Invalid CRL partition index: /);
    });

  it('is refused for what is not a CRL', async () => {
    assertRefusal(await importOf(shared.server, Buffer.from('no CRL at all')), 400, /in DER/);
  });

  it('answers 500 to an empty file, as the interface does', async () => {
    assertRefusal(await importOf(shared.server, new Uint8Array()), 500, 'General failure.');
  });

  it('is refused for the CRL of another CA, and for one that another key has signed', async () => {
    const { server } = shared;
    const expected = `CRL is not issued by ${MANAGEMENT_CA_DN}`;
    for (const subject of ['CN=Another', MANAGEMENT_CA_DN]) {
      const crl = crlOfTestCa(TestCa.root(subject));
      assertRefusal(await importOf(server, crl), 400, expected);
    }
  });

  for (const name of ['crlFile', 'another']) {
    it(`is refused in a form that ends within the file '${name}', and the server goes on`, async () => {
      const { server } = shared;
      const head = `--boundary\r\nContent-Disposition: form-data; name="${name}"; filename="x.crl"\r\n\r\n`;
      const answer = await server.call(`/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/importcrl`, {
        method: 'POST',
        rawBody: Buffer.from(`${head}half a file`),
        headers: { 'content-type': 'multipart/form-data; boundary=boundary' },
      });
      assertRefusal(answer, 400, 'The request body could not be read.');
      assert.equal((await server.call('/v1/ca/status')).status, 200);
    });
  }

  it('is refused in a form without a boundary, and the server goes on', async () => {
    const { server } = shared;
    const answer = await server.call(`/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/importcrl`, {
      method: 'POST',
      rawBody: 'a form',
      headers: { 'content-type': 'multipart/form-data' },
    });
    assertRefusal(answer, 400, 'The request body could not be read.');
    assert.equal((await server.call('/v1/ca/status')).status, 200);
  });

  it('is refused above 50 MiB', async () => {
    const { server } = shared;
    assertRefusal(await importOf(server, new Uint8Array(50 * 1024 * 1024 + 1)), 413, 'The request body is too large.');
  });

  it('needs the rights to make CRLs and to revoke', async () => {
    const { server } = shared;
    const crl = await crlOfCa(server, 1, []);
    for (const right of ['/ca_functionality/create_crl/', '/ra_functionality/revoke_end_entity/']) {
      const as = await newOfficer(server, right.slice(1, -1).replaceAll('/', ' '), {
        '/ca/ManagementCA/': 'ALLOW',
        [right]: 'ALLOW',
      });
      assertRefusal(await upload(server, [{ name: 'crlFile', content: crl }], { as }), 403, /^Not authorized/);
    }
  });

  it('takes over revocations and keeps the CRL as the newest', async () => {
    const { server } = shared;
    const [revoked, untouched] = [await newCertificate(server), await newCertificate(server)];
    const stranger = serialNumberFromHex('5A1F33C09D2E7781');
    const crl = await crlOfCa(server, 5, [
      { serialNumber: revoked.serialNumber, reason: 'SUPERSEDED' },
      { serialNumber: stranger, reason: 'KEY_COMPROMISE' },
    ]);
    const { status, text } = await importOf(server, crl);
    assert.deepEqual([status, text], [200, '']);
    assert.deepEqual(new Uint8Array((await latestCrl(server)).der), new Uint8Array(crl));
    assert.deepEqual(await stateOf(server, revoked), ['SUPERSEDED', REVOKED_AT_TEXT]);
    assert.deepEqual(await stateOf(server, untouched), ['NOT_REVOKED', undefined]);
    const next = await newCrl(server);
    assert.equal(next.extension(crlNumber), 6n);
    assert.deepEqual(entriesOf(next), { [revoked.serialNumberText]: 'SUPERSEDED' }, 'unknown certificates are ignored');
    const [record] = auditRows(server).filter(
      ({ serial, event }) => serial === revoked.serialNumberText && event === 'CERT_REVOKED',
    );
    assert.equal(detailsOf(record!)['reason'], 'SUPERSEDED');
  });

  it('is refused when that number or a higher one is stored', async () => {
    const { server } = shared;
    for (const number of [6, 3])
      assertRefusal(
        await importOf(server, await crlOfCa(server, number, [])),
        400,
        `CRL #${number} or higher is already in the database.`,
      );
  });

  it('takes over changed reasons, and no way back from a final revocation', async () => {
    const { server } = shared;
    const [changed, final] = [await newCertificate(server), await newCertificate(server)];
    const first = [changed, final].map(({ serialNumber }) => ({ serialNumber, reason: 'SUPERSEDED' }) as const);
    assert.equal((await importOf(server, await crlOfCa(server, 20, first))).status, 200);
    const second = [
      { serialNumber: changed.serialNumber, reason: 'KEY_COMPROMISE' },
      { serialNumber: final.serialNumber, reason: 'CERTIFICATE_HOLD' },
    ] as const;
    assert.equal((await importOf(server, await crlOfCa(server, 21, second))).status, 200);
    assert.deepEqual(await stateOf(server, changed), ['KEY_COMPROMISE', REVOKED_AT_TEXT]);
    assert.deepEqual(await stateOf(server, final), ['SUPERSEDED', REVOKED_AT_TEXT]);
  });

  it('takes over delta CRLs, holds and releases', async () => {
    const { server } = shared;
    const certificate = await newCertificate(server);
    const { serialNumber } = certificate;
    const deltaOf = async (number: number, reason: RevocationReason) =>
      crlOfCa(server, number, [{ serialNumber, reason }], [makeExtension(deltaCrlIndicator, 21n, true)]);
    const held = await deltaOf(22, 'CERTIFICATE_HOLD');
    assert.equal((await importOf(server, held)).status, 200);
    assert.deepEqual(new Uint8Array((await latestCrl(server, { delta: true })).der), new Uint8Array(held));
    assert.deepEqual(await stateOf(server, certificate), ['CERTIFICATE_HOLD', REVOKED_AT_TEXT]);
    assert.equal((await importOf(server, await deltaOf(23, 'REMOVE_FROM_CRL'))).status, 200);
    assert.deepEqual(await stateOf(server, certificate), ['NOT_REVOKED', undefined]);
  });

  it('is for the partition that is named, which the CA has to have', async () => {
    const { server } = shared;
    const refusal = /^Invalid CRL partition index: '2'\. /;
    assertRefusal(await importOf(server, await crlOfCa(server, 1, []), '2'), 400, refusal);
    await editCa(server, 'ManagementCA', {
      usePartitionedCrl: true,
      crlPartitions: 2,
      crlDistributionPoints: ['http://crl.example/ca*.crl'],
    });
    assertRefusal(
      await importOf(server, await crlOfCa(server, 1, []), '3'),
      400,
      /^Invalid CRL partition index: '3'\. /,
    );
    const crl = await crlOfCa(server, 1, []);
    assert.equal((await importOf(server, crl, '2')).status, 200);
    assert.deepEqual(new Uint8Array((await latestCrl(server, { partition: 2 })).der), new Uint8Array(crl));
    assert.notDeepEqual(new Uint8Array((await latestCrl(server)).der), new Uint8Array(crl));
  });

  it('gives delta CRLs no base to refer to', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { deltaCrlPeriod: '1h' });
    const path = `/v1/ca/${encodeURIComponent(MANAGEMENT_CA_DN)}/createcrl`;
    const succeeded = async (delta: boolean) =>
      (await server.call(`${path}?deltacrl=${delta}`, { method: 'POST' })).json['all_success'];
    assert.equal(await succeeded(false), true);
    assert.equal(await succeeded(true), true);
    assert.equal((await importOf(server, await crlOfCa(server, 26, []))).status, 200);
    assert.equal(await succeeded(true), false, 'what was revoked before it was made elsewhere is on neither');
    assert.equal(await succeeded(false), true);
    assert.equal(await succeeded(true), true);
    await editCa(server, 'ManagementCA', { deltaCrlPeriod: '0m' });
  });

  it('takes the last entry of a certificate that is listed twice', async () => {
    const { server } = shared;
    const { serialNumber } = await newCertificate(server);
    const twice = (['SUPERSEDED', 'KEY_COMPROMISE'] as const).map((reason) => ({ serialNumber, reason }));
    const answer = await importOf(server, await crlOfCa(server, 29, twice));
    assert.equal(answer.status, 200, answer.text);
    assert.deepEqual(await stateOf(server, { serialNumber } as Certificate), ['KEY_COMPROMISE', REVOKED_AT_TEXT]);
  });

  for (const [what, number, problem] of [
    ['leaves no number for the next one', BigInt(Number.MAX_SAFE_INTEGER), /number 9007199254740991 /],
    ['has a number of twenty octets', 2n ** 158n, /number 365375409332725729550921208179070754913983135744 /],
  ] as const)
    it(`is refused when it ${what}`, async () => {
      const { server } = shared;
      assertRefusal(await importOf(server, await crlOfCa(server, number, [])), 400, problem);
      assert.ok((await newCrl(server)).extension(crlNumber)! < 100n);
    });

  it('is refused when it is a delta CRL of a base that is not an earlier one', async () => {
    const { server } = shared;
    for (const base of [38n, 2n ** 100n]) {
      const delta = await crlOfCa(server, 38, [], [makeExtension(deltaCrlIndicator, base, true)]);
      assertRefusal(await importOf(server, delta), 400, /base CRL/);
    }
  });

  it('is refused when it was made in the future, or no CRL could follow it', async () => {
    const { server } = shared;
    assertRefusal(await importOf(server, await crlOfCa(server, 38, [], [], NOW + 86_400)), 400, /thisUpdate/);
    await newCrl(server);
  });

  it('is refused when it lists certificates of other CAs', async () => {
    const { server } = shared;
    const victim = await newCertificate(server);
    const indirect = makeExtension(
      issuingDistributionPoint,
      {
        onlyContainsUserCerts: false,
        onlyContainsCACerts: false,
        indirectCRL: true,
        onlyContainsAttributeCerts: false,
      },
      true,
    );
    const entry = { serialNumber: victim.serialNumber, reason: 'KEY_COMPROMISE' } as const;
    assertRefusal(await importOf(server, await crlOfCa(server, 38, [entry], [indirect])), 400, /indirect/);
    assert.deepEqual(await stateOf(server, victim), ['NOT_REVOKED', undefined]);
  });

  it('does not excuse the next one from listing a certificate that it lacked and that has ended since', async () => {
    const { server } = shared;
    const short = requestUnder('Short', { username: 'short', subject: 'CN=short' });
    await createProfiles(server, 'Short', { validity: '1h', validityOffset: '0m' });
    const certificate = await enroll(server, short);
    const revoked = await server.call(`${certificatePath(certificate, 'revoke')}?reason=SUPERSEDED`, { method: 'PUT' });
    assert.equal(revoked.status, 200, revoked.text);
    server.clock.advanceSeconds(2 * 3600);
    const later = NOW + 2 * 3600;
    const imported = await importOf(server, await crlOfCa(server, 39, [], [], later));
    assert.equal(imported.status, 200, imported.text);
    const { serialNumberText } = certificate;
    assert.equal(
      entriesOf(await newCrl(server))[serialNumberText],
      'SUPERSEDED',
      'on one CRL after its end (RFC 5280 §3.3)',
    );
    assert.equal(entriesOf(await newCrl(server))[serialNumberText], undefined);
  });

  it('takes over thousands of certificates that only the CA knows, when it accepts them', async () => {
    const { server } = shared;
    await editCa(server, 'ManagementCA', { acceptRevocationsOfNonExistingEntries: true });
    const strangers = Array.from({ length: 10_000 }, (_, index) => ({
      serialNumber: serialNumberFromHex(`77${index.toString(16).padStart(36, '0')}`),
      reason: 'CESSATION_OF_OPERATION' as const,
    }));
    const crl = await crlOfCa(server, 50, strangers);
    assert.ok(crl.length > 384 * 1024, 'it is stored in parts');
    assert.equal((await importOf(server, crl)).status, 200);
    assert.deepEqual(new Uint8Array((await latestCrl(server)).der), new Uint8Array(crl));
    const served = await server.fetchPlain('/crls/ManagementCA.crl');
    assert.deepEqual(new Uint8Array(await served.arrayBuffer()), new Uint8Array(crl));
    const [first] = strangers;
    const status = await server.call(certificatePath(first!, 'revocationstatus'));
    assert.equal(status.json['revocation_reason'], 'CESSATION_OF_OPERATION');
    const listed = entriesOf(await newCrl(server));
    assert.ok(strangers.every(({ serialNumber }) => listed[serialNumber] === 'CESSATION_OF_OPERATION'));
    // The same again says nothing new.
    const records = auditRows(server).length;
    assert.equal((await importOf(server, await crlOfCa(server, 60, strangers))).status, 200);
    assert.equal(auditRows(server).length, records + 1);
  });

  it('is possible for a CA that issues elsewhere', async () => {
    const { server } = shared;
    const ca = TestCa.root('CN=Elsewhere');
    await createExternalCa(server.running.installation, 'Elsewhere', ca);
    const crl = crlOfTestCa(ca);
    const answer = await upload(server, [{ name: 'crlFile', content: crl }], { dn: 'CN=Elsewhere' });
    assert.equal(answer.status, 200, answer.text);
    const served = await server.fetchPlain('/crls/Elsewhere.crl');
    assert.deepEqual(new Uint8Array(await served.arrayBuffer()), new Uint8Array(crl));
  });
});
