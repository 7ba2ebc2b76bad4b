/** Reads and writes of a PDF signer other than the document: files of the host, the revocation list of its CA, and the answer of a responder. */
import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Certificate, formatPem, oid } from '@sealwright/pki';
import { pageObjects, tableFile } from '../../../packages/documents/test/pdf-documents.ts';
import { signaturesOf } from '../../../packages/documents/test/pdf-signatures.ts';
import type { AppendAuditRecord } from '../../../packages/server/src/modules/audit/index.ts';
import { systemRandom } from '../../../packages/server/src/kernel/random.ts';
import {
  newUnitId,
  StorageUnavailableError,
  type UnitOfWork,
} from '../../../packages/server/src/kernel/unit-of-work.ts';
import { outboundHosts } from '../../outbound/outbound-hosts.ts';
import { type TestAnswer, TestResponder } from '../../pki/test-ocsp.ts';
import { TestCa } from '../../pki/test-pki.ts';
import { auditRows } from '../support/audit-records.ts';
import { certificatePath, MANAGEMENT_CA_DN, newCrl, sharedServer } from '../support/ca-rest-setup.ts';
import { ocspServer } from '../support/ocsp-server.ts';
import { whileRefusing } from '../support/installations/server-database.ts';
import { certifyKey, makeSigningToken, makeWorker, publicKeyOf, signing } from '../support/setups/signing-setup.ts';

const SAMPLE = tableFile(pageObjects(), { version: '1.6' });
/** Tells whether a unit records what a worker did. */
function isOfSignature({ writes }: UnitOfWork): boolean {
  return writes.some(
    (write) => write.op === 'audit-record.append' && (write as AppendAuditRecord).entry.event === 'PROCESS',
  );
}

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';

describe('a PDF signer', async () => {
  const answers = new Map<string, Uint8Array>();
  const outside = await ocspServer((url) => answers.get(url));
  const directory = mkdtempSync(path.join(tmpdir(), 'sealwright-pdf-'));
  const shared = sharedServer({ workerDirectories: [directory], outboundHosts: outboundHosts(outside.host) });
  after(() => rmSync(directory, { recursive: true }));

  let chain: string;
  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { ec: ['EC', 'P-256'] });
    chain = await certifyKey(shared.server, TestCa.root('CN=Root'), 'Signing', 'ec', { subject: 'CN=Signer' });
  });

  const worker = (name: string, properties: Readonly<Record<string, string>>) =>
    makeWorker(shared.server, name, {
      IMPLEMENTATION_CLASS: 'PDFSigner',
      CRYPTOTOKEN: 'Signing',
      DEFAULTKEY: 'ec',
      AUTHTYPE: 'NOAUTH',
      SIGNERCERTCHAIN: chain,
      ...properties,
    });
  const process = (name: string, headers: Readonly<Record<string, string>> = {}, document = SAMPLE) =>
    signing(shared.server, `/workers/${name}/process`, {
      headers,
      body: { data: Buffer.from(document).toString('base64'), encoding: 'BASE64' },
    });
  const signed = async (...request: Parameters<typeof process>) => {
    const answer = await process(...request);
    assert.equal(answer.status, 200, answer.text);
    return { document: Buffer.from(answer.json['data'] as string, 'base64'), requestId: answer.json['requestId'] };
  };

  it('writes the signed document to the disk as well, for its owner alone', async () => {
    await worker('Kept', { ARCHIVETODISK: 'TRUE', ARCHIVETODISK_PATH_BASE: path.join(directory, 'kept') });
    const { document, requestId } = await signed('Kept');
    const [day] = new Date(shared.server.clock.nowMs()).toISOString().split('T');
    const folder = path.join(directory, 'kept', ...day!.split('-'));
    const [file, ...others] = readdirSync(folder);
    assert.deepEqual(others, []);
    assert.match(file!, new RegExp(`^\\d+-${requestId as string}-\\d{9}\\.pdf$`));
    assert.deepEqual(readFileSync(path.join(folder, file!)), document);
    assert.equal(statSync(path.join(folder, file!)).mode & 0o777, 0o600);
  });

  it('names the file as its patterns say, and never as a directory that a client names', async () => {
    const patterns = {
      ARCHIVETODISK_PATH_PATTERN: '${WORKERNAME}/${CUSTOMHEADER1}',
      ARCHIVETODISK_FILENAME_PATTERN: '${REMOTEIP}_${CUSTOMHEADER1}_${USERNAME}.pdf',
    };
    await worker('Named', { ARCHIVETODISK: 'TRUE', ARCHIVETODISK_PATH_BASE: directory, ...patterns });
    for (const header of ['../../x', '..', 'a b']) await signed('Named', { 'X-SignServer-Custom-1': header });
    const made = readdirSync(path.join(directory, 'Named'));
    assert.equal(made.length, 3);
    assert.ok(made.includes('a_b') && made.includes('__'), made.join(' '));
    for (const folder of made)
      assert.deepEqual(readdirSync(path.join(directory, 'Named', folder)), [`127.0.0.1_${folder}_.pdf`]);
  });

  it('leaves no file of an answer that nobody got, and answers nobody without the file', async () => {
    await worker('Careful', { ARCHIVETODISK: 'TRUE', ARCHIVETODISK_PATH_BASE: path.join(directory, 'careful') });
    const answer = await whileRefusing(shared.server, 'INSERT', 'audit_record', () => process('Careful'));
    assert.ok(answer.status >= 500);
    const [day] = new Date(shared.server.clock.nowMs()).toISOString().split('T');
    assert.deepEqual(readdirSync(path.join(directory, 'careful', ...day!.split('-'))), []);
    await worker('Elsewhere', {
      ARCHIVETODISK: 'TRUE',
      ARCHIVETODISK_PATH_BASE: path.join(directory, '..', 'elsewhere'),
    });
    const refused = await process('Elsewhere');
    assert.deepEqual(
      [refused.status, refused.json['error']],
      [500, 'A file of the worker cannot be used. See server LOG.'],
    );
    assert.ok(!refused.text.includes(directory));
    const notes = readdirSync(path.join(shared.server.home, 'saved-files')).filter((name) => name.endsWith('.json'));
    assert.deepEqual(notes, []);
  });

  it('answers nobody whose file would have the name of another one, which stays', async () => {
    const base = path.join(directory, 'same');
    const patterns = { ARCHIVETODISK_PATH_PATTERN: 'x', ARCHIVETODISK_FILENAME_PATTERN: 'signed.pdf' };
    await worker('Same', { ARCHIVETODISK: 'TRUE', ARCHIVETODISK_PATH_BASE: base, ...patterns });
    const { document } = await signed('Same');
    assert.equal((await process('Same')).status, 500);
    assert.deepEqual(readdirSync(path.join(base, 'x')), ['signed.pdf']);
    assert.deepEqual(readFileSync(path.join(base, 'x', 'signed.pdf')), document);
  });

  it('leaves no file either when what is archived beside it cannot be taken away', async () => {
    const base = path.join(directory, 'stuck');
    await worker('Stuck', { ARCHIVETODISK: 'TRUE', ARCHIVETODISK_PATH_BASE: base, ARCHIVE: 'TRUE' });
    const large = tableFile({ ...pageObjects(), 4: `(${'x'.repeat(400_000)})` }, { version: '1.6' });
    const answer = await whileRefusing(shared.server, 'UPDATE', 'archive_loose', () =>
      whileRefusing(shared.server, 'INSERT', 'audit_record', () => process('Stuck', {}, large)),
    );
    assert.ok(answer.status >= 500);
    const [day] = new Date(shared.server.clock.nowMs()).toISOString().split('T');
    assert.deepEqual(readdirSync(path.join(base, ...day!.split('-'))), []);
  });

  for (const [what, isStored] of [
    ['keeps the file of a signature that was recorded after all, when the database did not say so', true],
    ['removes the file of a signature that was not recorded, once the database says so', false],
  ] as const) {
    it(what, async (t) => {
      const { installation } = shared.server.running;
      const name = `Unanswered ${isStored}`;
      const base = path.join(directory, name);
      await worker(name, { ARCHIVETODISK: 'TRUE', ARCHIVETODISK_PATH_BASE: base });
      const commit = installation.storage.database.commit.bind(installation.storage.database);
      let lost: UnitOfWork | undefined;
      const unanswered = t.mock.method(installation.storage.database, 'commit', async (unit: UnitOfWork) => {
        // Background tasks commit as well.
        if (lost === undefined && !isOfSignature(unit)) return commit(unit);
        lost ??= unit;
        if (isStored && unit === lost) await commit(unit);
        throw new StorageUnavailableError();
      });
      const answer = await process(encodeURIComponent(name));
      assert.equal(answer.status, 503, answer.text);
      const [day] = new Date(shared.server.clock.nowMs()).toISOString().split('T');
      const files = () => readdirSync(path.join(base, ...day!.split('-')));
      assert.equal(files().length, 2, 'the file, and its draft while nobody can say');
      assert.ok(shared.server.log.some((line) => line.includes('signing.saved_file_kept')));
      unanswered.mock.restore();
      await installation.signing.savedFiles.settle();
      assert.equal(files().length, isStored ? 1 : 0);
      const recorded = auditRows(shared.server).filter(({ unit_id: id }) => id === lost!.id);
      assert.deepEqual(
        recorded.map(({ event, outcome }) => [event, outcome]),
        [['PROCESS', isStored ? 'SUCCESS' : 'FAILURE']],
      );
      // Should it still have been on its way.
      if (!isStored)
        await assert.rejects(
          commit({ ...lost!, epoch: undefined, id: newUnitId(shared.server.clock, systemRandom()) }),
        );
    });
  }

  it('draws a picture that stands in a file of the host', async () => {
    const file = path.join(directory, 'picture.png');
    writeFileSync(file, Buffer.from(PICTURE, 'base64'));
    await worker('Seen', { ADD_VISIBLE_SIGNATURE: 'True', VISIBLE_SIGNATURE_CUSTOM_IMAGE_PATH: file });
    const { document } = await signed('Seen');
    assert.match(document.toString('latin1'), /\/Subtype ?\/Image/);
    await worker('Curious', { ADD_VISIBLE_SIGNATURE: 'True', VISIBLE_SIGNATURE_CUSTOM_IMAGE_PATH: '/etc/hostname' });
    assert.equal((await process('Curious')).status, 500);
    writeFileSync(file, 'GIF89a');
    const answer = await process('Seen');
    assert.equal(answer.status, 500, answer.text);
    assert.match(answer.json['error'] as string, /Worker is misconfigured$/);
  });

  it('puts the revocation list of its CA into the signature', async () => {
    const made = await shared.server.call(`/v1/ca/${MANAGEMENT_CA_DN}/createcrl`, { method: 'POST' });
    assert.equal(made.status, 200, made.text);
    const own = await shared.server.administer('/documents/WORKER/PDFSigner');
    const { properties } = own.json['settings'] as { readonly properties: Readonly<Record<string, string>> };
    await makeWorker(shared.server, 'Proven', { ...properties, AUTHTYPE: 'NOAUTH', EMBED_CRL: 'TRUE' });
    const { document } = await signed('Proven');
    const [{ signerInfo, isValid }] = signaturesOf(document) as [ReturnType<typeof signaturesOf>[0]];
    assert.ok(isValid);
    const evidence = signerInfo.signedAttributes!.find(({ type }) => type === oid('1.2.840.113583.1.1.8'));
    const crl = await fetch(new URL('/crls/ManagementCA.crl', shared.server.running.urls[1]));
    assert.ok(Buffer.from(evidence!.values[0]!).includes(Buffer.from(await crl.bytes())));
  });

  it('does not sign with the list of its CA while it is revoked, or on that list still', async () => {
    const { server } = shared;
    const { properties } = (await server.administer('/documents/WORKER/PDFSigner')).json['settings'] as {
      readonly properties: Readonly<Record<string, string>>;
    };
    await makeWorker(server, 'Held', { ...properties, AUTHTYPE: 'NOAUTH', EMBED_CRL: 'TRUE' });
    await newCrl(server);
    const { json } = await process('Held');
    const certificate = Certificate.parse(Uint8Array.fromBase64(json['signerCertificate'] as string));
    const change = async (reason: string) => {
      const target = `${certificatePath(certificate, 'revoke')}?reason=${reason}`;
      const answer = await server.call(target, { method: 'PUT' });
      assert.equal(answer.status, 200, answer.text);
    };
    const outcome = async () => {
      const answer = await process('Held');
      return answer.status === 200 ? 'signed' : `${answer.status} ${String(answer.json['error']).split(': ').at(-1)}`;
    };
    const refused = '503 the certificate of the signer is revoked';
    assert.equal(await outcome(), 'signed');
    await change('CERTIFICATE_HOLD');
    assert.equal(await outcome(), refused);
    await newCrl(server);
    assert.equal(await outcome(), refused);
    await change('REMOVE_FROM_CRL');
    assert.equal(await outcome(), refused);
    await newCrl(server);
    assert.equal(await outcome(), 'signed');
  });

  it('does not sign without the list when there is none', async () => {
    await worker('Unproven', { EMBED_CRL: 'TRUE' });
    const { status, json } = await process('Unproven');
    assert.equal(status, 503);
    assert.match(json['error'] as string, /no CA here has issued the certificate of the signer, and it names no CRL/);
  });

  it('puts a list that its certificate names into the signature, when it is not on it', async () => {
    const ca = TestCa.root('CN=Root');
    const listedBy = async (name: string, listOf: (certificate: Certificate) => Uint8Array) => {
      const publicKey = await publicKeyOf(shared.server, 'Signing', 'ec');
      const certificate = ca.certify({ subject: 'CN=Signer', publicKey, extensions: [outside.crlAt(`/${name}`)] });
      answers.set(`/${name}`, listOf(certificate));
      const SIGNERCERTCHAIN = formatPem('CERTIFICATE', certificate.der) + ca.chainPem;
      await worker(name, { EMBED_CRL: 'TRUE', SIGNERCERTCHAIN });
    };
    await listedBy('Listed', () => ca.issueCrl());
    const [{ signerInfo }] = signaturesOf((await signed('Listed')).document) as [ReturnType<typeof signaturesOf>[0]];
    const evidence = signerInfo.signedAttributes!.find(({ type }) => type === oid('1.2.840.113583.1.1.8'));
    assert.ok(Buffer.from(evidence!.values[0]!).includes(answers.get('/Listed')!));
    await listedBy('Lost', (certificate) => ca.issueCrl([{ certificate, revokedAt: 0 }]));
    await listedBy('Feigned', () => TestCa.root('CN=Root').issueCrl());
    for (const [name, problem] of [
      ['Lost', /the certificate of the signer is revoked/],
      ['Feigned', /names no CRL that may be fetched and can be relied on/],
    ] as const) {
      const { status, json } = await process(name);
      assert.equal(status, 503, name);
      assert.match(json['error'] as string, problem);
    }
  });

  describe('with the answer of a responder', () => {
    const ca = TestCa.root('CN=Root');
    /** A worker with a certificate of the CA, and what its responder says; nothing when undefined. */
    const answeredBy = async (name: string, answer: TestAnswer | undefined, by: TestCa = ca, chain: TestCa = ca) => {
      const publicKey = await publicKeyOf(shared.server, 'Signing', 'ec');
      const certificate = ca.certify({
        subject: 'CN=Signer',
        publicKey,
        extensions: [outside.responderAt(`/${name}`)],
      });
      const now = Math.floor(shared.server.clock.nowMs() / 1000);
      if (answer !== undefined) answers.set(`/${name}`, new TestResponder(ca, by).answer(certificate, now, answer));
      const SIGNERCERTCHAIN = formatPem('CERTIFICATE', certificate.der) + (chain === ca ? ca.chainPem : '');
      await worker(name, { EMBED_OCSP_RESPONSE: 'TRUE', SIGNERCERTCHAIN });
    };

    it('has it in the signature, and signs on with it while it holds', async () => {
      await answeredBy('Answered', {});
      for (let time = 0; time < 2; time++) {
        const { document } = await signed('Answered');
        const [{ signerInfo, isValid }] = signaturesOf(document) as [ReturnType<typeof signaturesOf>[0]];
        assert.ok(isValid);
        const evidence = signerInfo.signedAttributes!.find(({ type }) => type === oid('1.2.840.113583.1.1.8'));
        assert.ok(Buffer.from(evidence!.values[0]!).includes(answers.get('/Answered')!));
      }
      assert.equal(outside.asked.filter((one) => one === 'POST /Answered').length, 1);
    });

    it('does not sign without it', async () => {
      const revoked = { status: 'revoked', revokedAt: 0, reason: undefined } as const;
      await answeredBy('Silent', undefined);
      await answeredBy('Forged', {}, TestCa.root('CN=Root'));
      await answeredBy('Revoked', { status: revoked });
      await answeredBy('Alone', {}, ca, TestCa.root('CN=None'));
      await worker('Unnamed', { EMBED_OCSP_RESPONSE: 'TRUE' });
      for (const [name, problem] of [
        ['Silent', /no OCSP responder that may be asked gave an answer/],
        ['Forged', /no OCSP responder that may be asked gave an answer/],
        ['Revoked', /the OCSP responder calls the certificate revoked/],
        ['Alone', /the issuer of the signer is not in the chain/],
        ['Unnamed', /the certificate of the signer names no OCSP responder/],
      ] as const) {
        const { status, json } = await process(name);
        assert.equal(status, 503, name);
        assert.match(json['error'] as string, problem);
      }
    });
  });

  for (const [title, properties] of Object.entries({
    'a copy on disk in no directory': { ARCHIVETODISK: 'TRUE' },
    'a pattern that leads out': { ARCHIVETODISK_PATH_PATTERN: 'a/../../b' },
    'a field that does not exist': { ARCHIVETODISK_FILENAME_PATTERN: '${SECRET}.pdf' },
    'an invalid date': { ARCHIVETODISK_FILENAME_PATTERN: '${DATE:QQ}.pdf' },
  })) {
    it(`does not work with ${title}`, async () => {
      await worker(`Bad ${title}`, properties);
      assert.equal((await process(encodeURIComponent(`Bad ${title}`))).status, 500);
    });
  }
});
