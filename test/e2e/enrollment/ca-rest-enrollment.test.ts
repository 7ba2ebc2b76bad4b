/** `pkcs10enroll` over the real use cases: what it answers and what is in the certificate. Numbers are those of the interface's acceptance cases. */
import {
  Certificate,
  DistinguishedName,
  makeExtension,
  oid,
  parsePem,
  readCertsOnly,
  subjectAltName,
  Tag,
  writeDer,
} from '@sealwright/pki';
import assert from 'node:assert/strict';
import { X509Certificate } from 'node:crypto';
import { describe, it } from 'node:test';
import { withDatabase } from '../support/installations/server-database.ts';
import {
  assertRefusal,
  certificateOf,
  createProfiles,
  editCa,
  enroll,
  ENROLL,
  MANAGEMENT_CA_DN,
  requestUnder,
  sharedServer,
  takeTokenOffline,
} from '../support/ca-rest-setup.ts';
import { createCa } from '../support/ca-setup.ts';
import { certificateRequest, newKeyPair, newRequest } from '../support/enrollment.ts';
import type { TestServer } from '../support/test-server.ts';

/** Returns the row of an end entity in the database. */
function endEntity(server: TestServer, username: string): Record<string, unknown> {
  return withDatabase(server, (database) =>
    database.prepare('SELECT * FROM end_entity WHERE username = ?').get(username),
  ) as Record<string, unknown>;
}

describe('pkcs10enroll', () => {
  const shared = sharedServer();

  it('answers certificate, serial number, format and chain (53), and nothing else', async () => {
    const { server } = shared;
    const answer = await server.call(ENROLL, { body: newRequest({ username: 'shape', subject: 'CN=shape' }) });
    assert.equal(answer.status, 200, answer.text);
    assert.match(String(answer.headers['content-type']), /^application\/json/);
    assert.deepEqual(Object.keys(answer.json).toSorted(), [
      'certificate',
      'certificate_chain',
      'response_format',
      'serial_number',
    ]);
    const certificate = certificateOf(answer);
    assert.equal(answer.json['response_format'], 'DER');
    assert.equal(answer.json['serial_number'], certificate.serialNumberText);
    assert.match(answer.json['serial_number'], /^[1-9A-F][0-9A-F]*$/);
    const [ca, ...more] = (answer.json['certificate_chain'] as string[]).map((text) => Buffer.from(text, 'base64'));
    assert.deepEqual(more, []);
    assert.deepEqual(ca, new X509Certificate(server.caChain).raw);
    assert.ok(new X509Certificate(certificate.der).verify(new X509Certificate(ca).publicKey));
  });

  it('gives the whole chain of a CA that another has signed, the root last and the certificate not in it (53)', async () => {
    const { server } = shared;
    await createCa(server, 'Below', { signedBy: 'ManagementCA', certificateProfile: 'SUBCA' });
    const body = newRequest({ username: 'chained', subject: 'CN=chained' });
    const answer = await server.call(ENROLL, { body: { ...body, certificate_authority_name: 'Below' } });
    assert.equal(answer.status, 200, answer.text);
    const chain = (answer.json['certificate_chain'] as string[]).map(
      (der) => Certificate.parse(Uint8Array.fromBase64(der)).subject,
    );
    assert.deepEqual(chain.map(String), ['CN=Below,O=Example', MANAGEMENT_CA_DN]);
    assert.ok(certificateOf(answer).issuer.equals(chain[0]!));
  });

  it('leaves the chain out unless it is asked for', async () => {
    const { server } = shared;
    for (const include of [undefined, null, false]) {
      const body = { ...newRequest({ username: 'unchained', subject: 'CN=unchained' }), include_chain: include };
      const { status, json } = await server.call(ENROLL, { body });
      assert.deepEqual([status, Object.hasOwn(json, 'certificate_chain')], [200, false]);
    }
  });

  it('answers PKCS#7 as base64 of PEM, in any letter case (54)', async () => {
    const { server } = shared;
    for (const format of ['PKCS7', 'pkcs7']) {
      const body = { ...newRequest({ username: 'p7', subject: 'CN=p7' }), response_format: format };
      const { json } = await server.call(ENROLL, { body });
      assert.equal(json['response_format'], 'PKCS7');
      const certificates = (text: string) => {
        const [block, ...more] = parsePem(Buffer.from(text, 'base64').toString('ascii'));
        assert.deepEqual([block!.label, more], ['PKCS7', []]);
        return readCertsOnly(block!.der).map((der) => new X509Certificate(der));
      };
      const [leaf, ...others] = certificates(json['certificate'] as string);
      assert.deepEqual([leaf!.serialNumber.replace(/^0/, ''), others], [json['serial_number'], []]);
      const [chain, ...rest] = json['certificate_chain'] as string[];
      assert.deepEqual(
        [certificates(chain!).map(({ subject }) => subject), rest],
        [['O=Sealwright\nCN=ManagementCA'], []],
      );
    }
  });

  it('refuses other formats in the words that clients know (55)', async () => {
    const { server } = shared;
    const body = newRequest({ username: 'format', subject: 'CN=format' });
    const other = await server.call(ENROLL, { body: { ...body, response_format: 'XYZ' } });
    assertRefusal(other, 400, 'Invalid input. Response format can only be DER or PKCS7');
    const none = await server.call(ENROLL, { body: { ...body, response_format: null } });
    assertRefusal(none, 400, 'Invalid input. Incorrect response format');
  });

  it('puts the subject of the request into the certificate, octet for octet', async () => {
    const { server } = shared;
    const name = mixedName();
    const certificate = await enroll(server, newRequest({ username: 'octets', subject: name }));
    assert.deepEqual(Buffer.from(certificate.subject.der), Buffer.from(name));
    // The name is one of the CA's claims: the same in other string types is the same subject.
    const same = DistinguishedName.parse(certificate.subject.toString());
    assert.notDeepEqual(Buffer.from(same.der), Buffer.from(name));
    const refused = await server.call(ENROLL, { body: newRequest({ username: 'thief', subject: same.der }) });
    assertRefusal(refused, 400, /^User 'thief' is not allowed to use the subject DN '/);
  });

  it('takes PEM with text around it, the older label, and bare base64, on one line or many', async () => {
    const { server } = shared;
    const keyPair = newKeyPair();
    const pem = certificateRequest('CN=forms', keyPair);
    const base64 = parsePem(pem)[0]!.der.toBase64();
    const forms = [
      pem,
      `Data:\n  a line before\n${pem}\ntrailing text\n`,
      pem.replaceAll('CERTIFICATE REQUEST', 'NEW CERTIFICATE REQUEST'),
      pem.replaceAll('\n', '\r\n'),
      base64,
      base64.replaceAll(/.{64}/g, '$&\n'),
    ];
    for (const form of forms) {
      const body = { ...newRequest({ username: 'forms', subject: 'CN=forms' }), certificate_request: form };
      await enroll(server, body);
    }
  });

  it('takes the alternative names of the request', async () => {
    const { server } = shared;
    const names = [
      { type: 'dNSName', value: 'a.example' },
      { type: 'rfc822Name', value: 'a@example.com' },
      { type: 'iPAddress', value: Uint8Array.of(192, 0, 2, 1) },
      { type: 'uniformResourceIdentifier', value: 'https://a.example/' },
    ] as const;
    const extensions = [makeExtension(subjectAltName, names, false)];
    const certificate = await enroll(server, newRequest({ username: 'names', subject: 'CN=names', extensions }));
    assert.deepEqual(certificate.extension(subjectAltName), names);
    assert.equal(
      endEntity(server, 'names')['subject_alt_name'],
      'dNSName=a.example, rfc822Name=a@example.com, iPAddress=192.0.2.1, uniformResourceIdentifier=https://a.example/',
    );
  });

  it('gives the end entity the e-mail address (51), and keeps it when none is given (52)', async () => {
    const { server } = shared;
    const body = newRequest({ username: 'mail', subject: 'CN=mail' });
    await enroll(server, { ...body, email: 'alice@example.com' });
    assert.equal(endEntity(server, 'mail')['email'], 'alice@example.com');
    await enroll(server, { ...body, email: null });
    assert.equal(endEntity(server, 'mail')['email'], 'alice@example.com');
    assertRefusal(
      await server.call(ENROLL, { body: { ...body, email: 'nobody' } }),
      400,
      /email is 'nobody', which is not an address/,
    );
  });

  it('edits the end entity when it exists', async () => {
    const { server } = shared;
    await enroll(server, newRequest({ username: 'edited', subject: 'CN=before', profile: 'SERVER' }));
    const before = endEntity(server, 'edited');
    await enroll(server, newRequest({ username: 'edited', subject: 'CN=after', profile: 'ENDUSER' }));
    const after = endEntity(server, 'edited');
    assert.deepEqual([after['id'], after['created_ms']], [before['id'], before['created_ms']]);
    assert.deepEqual([before['subject_dn'], after['subject_dn']], ['CN=before', 'CN=after']);
    assert.notEqual(after['certificate_profile_id'], before['certificate_profile_id']);
    assert.equal(after['token_type'], 1);
    assert.equal(after['status'], 40);
  });

  it('keeps no password unless the end entity can enroll again with it', async () => {
    const { server } = shared;
    const body = newRequest({ username: 'password', subject: 'CN=password' });
    await enroll(server, body);
    assert.equal(endEntity(server, 'password')['password_verifier'], null);
    await editCa(server, 'ManagementCA', { finishUser: false });
    await enroll(server, body);
    const { status, password_verifier: verifier } = endEntity(server, 'password');
    assert.equal(status, 10);
    assert.match(verifier as string, /^scrypt\$/);
    await editCa(server, 'ManagementCA', { finishUser: true });
  });

  it('takes subject_dn in place of the subject of the request', async () => {
    const { server } = shared;
    const body = newRequest({ username: 'override', subject: 'CN=in the request' });
    const certificate = await enroll(server, { ...body, subject_dn: 'CN=override,O=Test,C=SE' });
    assert.equal(certificate.subject.toString(), 'CN=override,O=Test,C=SE');
    const refused = await server.call(ENROLL, { body: { ...body, subject_dn: 'nonsense' } });
    assertRefusal(refused, 400, /^subject_dn is not a distinguished name: /);
  });

  it('takes start and end in UTC where the profile allows it, and ignores another form of them', async () => {
    const { server } = shared;
    await createProfiles(server, 'Times', { allowValidityOverride: true });
    const day = 86_400;
    const start = Math.floor(server.clock.nowMs() / 1000 / day + 1) * day;
    const plain = (seconds: number) => new Date(seconds * 1000).toISOString().slice(0, 19).replace('T', ' ');
    const times = { start_time: plain(start), end_time: plain(start + day) };
    const under = (profile: string, username: string) => requestUnder(profile, { username, subject: `CN=${username}` });
    await createProfiles(server, 'Fixed times', {});
    const asked = await enroll(server, { ...under('Times', 'times'), ...times });
    assert.deepEqual([asked.notBefore, asked.notAfter], [start, start + day]);
    const fixed = await enroll(server, { ...under('Fixed times', 'fixed'), ...times });
    assert.ok(fixed.notBefore < start && fixed.notAfter > start + day);
    const iso = new Date((start + day) * 1000).toISOString();
    const ignored = await enroll(server, { ...under('Times', 'iso'), start_time: iso, end_time: iso });
    assert.ok(ignored.notBefore < start && ignored.notAfter > start + day);
  });

  it('keeps extension_data and custom_data with the end entity, and the account binding with the certificate', async () => {
    const { server } = shared;
    await enroll(server, {
      ...newRequest({ username: 'data', subject: 'CN=data' }),
      extension_data: [
        { name: '1.2.3', value: '0500' },
        { name: 'customdata_team', value: 'a' },
      ],
      custom_data: [{ name: 'floor', value: '3' }],
      account_binding_id: 'account-1',
    });
    assert.deepEqual(JSON.parse(endEntity(server, 'data')['extended'] as string), {
      extensionData: { '1.2.3': '0500' },
      customData: { team: 'a', floor: '3' },
      accountBindingId: 'account-1',
    });
    const row = withDatabase(server, (database) =>
      database.prepare("SELECT account_binding_id AS id FROM certificate WHERE username = 'data'").get(),
    );
    assert.equal(row!['id'], 'account-1');
  });

  it('puts an extension of extension_data into the certificate when the profile lets it in, and issues none otherwise', async () => {
    const { server } = shared;
    const mustStaple = { name: '1.3.6.1.5.5.7.1.24', value: '3003020105' };
    await createProfiles(server, 'Stapled', { allowExtensionOverride: true }, { extensionDataUsed: true });
    const certificate = await enroll(server, {
      ...requestUnder('Stapled', { username: 'stapled', subject: 'CN=stapled' }),
      extension_data: [mustStaple],
    });
    const found = certificate.extensions.find(({ oid }) => oid === mustStaple.name);
    assert.equal(found?.value.toHex(), mustStaple.value);
    const body = { ...newRequest({ username: 'unstapled', subject: 'CN=unstapled' }), extension_data: [mustStaple] };
    assertRefusal(await server.call(ENROLL, { body }), 400, /tlsfeature .* is not let in by the certificate profile/);
    const text = { ...body, extension_data: [{ ...mustStaple, value: 'must staple' }] };
    assertRefusal(await server.call(ENROLL, { body: text }), 400, /is not hexadecimal/);
    await createProfiles(server, 'Plain', { allowExtensionOverride: true });
    const plain = {
      ...requestUnder('Plain', { username: 'plain', subject: 'CN=plain' }),
      extension_data: [mustStaple],
    };
    assertRefusal(await server.call(ENROLL, { body: plain }), 400, /the field extensionData must not be given/);
  });

  for (const name of ['1.3.6.1.5.5.7.1.24.value', ' 2.5.29.30', 'oid:2.5.29.30'])
    it(`refuses '${name}' in extension_data, which would leave the certificate without the extension`, async () => {
      const body = newRequest({ username: 'unnamed', subject: 'CN=unnamed' });
      const answer = await shared.server.call(ENROLL, { body: { ...body, extension_data: [{ name, value: '0500' }] } });
      assertRefusal(answer, 400, /is not an object identifier; give that of the extension/);
    });

  for (const [name, advice] of [
    ['ENDTIME', /Give end_time/],
    ['RawSubjectDn', /Give subject_dn/],
    ['CertificateSerialNumber', /Give certificate_serial_number/],
    ['qcetsivaluelimit', /qcEtsiValueLimit/],
  ] as const) {
    it(`refuses ${name} among the data of an end entity, where it would have no effect`, async () => {
      const body = newRequest({ username: 'restricted', subject: 'CN=restricted' });
      for (const data of [
        { custom_data: [{ name, value: '1' }] },
        { extension_data: [{ name: `customdata_${name}`, value: '1' }] },
        { extension_data: [{ name, value: '1' }] },
      ])
        assertRefusal(await shared.server.call(ENROLL, { body: { ...body, ...data } }), 400, advice);
    });
  }

  it('reads a member in another spelling of its words, and refuses two that contradict each other', async () => {
    const { server } = shared;
    const { include_chain: _, ...body } = newRequest({ username: 'spelled', subject: 'CN=spelled' });
    const read = await server.call(ENROLL, { body: { ...body, includeChain: true } });
    assert.ok(read.json['certificate_chain'], read.text);
    assertRefusal(
      await server.call(ENROLL, { body: { ...body, include_chain: false, includeChain: true } }),
      400,
      "'includeChain' is another spelling of 'include_chain', and the two have different values.",
    );
  });

  it('ignores members that it does not know, and takes null for absent', async () => {
    const { server } = shared;
    await enroll(server, {
      ...newRequest({ username: 'lenient', subject: 'CN=lenient' }),
      password: null,
      account_binding_id: null,
      extension_data: null,
      custom_data: null,
      start_time: null,
      end_time: null,
      subject_dn: null,
      a_member_of_the_future: { of: ['any', 'kind'] },
    });
  });

  it('takes what cert-manager sends, and answers what it reads', async () => {
    const { server } = shared;
    const { password: _, ...body } = newRequest({ username: 'issuer-1', subject: 'CN=issuer' });
    const answer = await server.call(ENROLL, {
      body: {
        ...body,
        account_binding_id: '',
        email: undefined,
        end_time: '2031-05-01T10:00:00Z',
        start_time: '2031-05-01T10:00:00Z',
      },
      headers: { accept: 'application/json', 'user-agent': 'OpenAPI-Generator/1.0.0/go' },
    });
    assert.equal(answer.status, 200, answer.text);
    assert.ok(['DER', 'PEM'].includes(answer.json['response_format'] as string));
    assert.ok(certificateOf(answer));
    assert.ok((answer.json['certificate_chain'] as string[]).length > 0);
  });

  it('refuses what does not exist, in words that name it', async () => {
    const { server } = shared;
    const body = newRequest({ username: 'unknown', subject: 'CN=unknown' });
    for (const [member, message] of [
      ['certificate_authority_name', 'CA with name X does not exist.'],
      ['certificate_profile_name', /certificate profile.*'X'/i],
      ['end_entity_profile_name', /end entity profile.*'X'/i],
    ] as const)
      assertRefusal(await server.call(ENROLL, { body: { ...body, [member]: 'X' } }), 400, message);
  });

  it('refuses what the end entity profile does not allow', async () => {
    const { server } = shared;
    const noName = await server.call(ENROLL, { body: newRequest({ username: 'ee1', subject: 'O=no common name' }) });
    assertRefusal(noName, 400, /subjectDn\.CN is missing/);
    const ofCa = await server.call(ENROLL, {
      body: newRequest({ username: 'ee2', subject: 'CN=x', profile: 'SUBCA' }),
    });
    assertRefusal(ofCa, 400, /certificateProfile names one that is not among its availableCertificateProfiles/);
  });

  it('refuses a certificate profile that the CA does not offer', async () => {
    const { server } = shared;
    await createProfiles(server, 'Elsewhere', { availableCas: [] });
    const body = requestUnder('Elsewhere', { username: 'elsewhere', subject: 'CN=elsewhere' });
    const message = "Certificate profile 'Elsewhere' is not available to the CA 'ManagementCA'.";
    assertRefusal(await server.call(ENROLL, { body }), 400, message);
  });

  it('refuses a key of another end entity, and takes the same key again for its own', async () => {
    const { server } = shared;
    const keyPair = newKeyPair();
    const owner = newRequest({ username: 'owner', subject: 'CN=owner', keyPair });
    await enroll(server, owner);
    await enroll(server, owner);
    const refused = await server.call(ENROLL, {
      body: newRequest({ username: 'guest', subject: 'CN=guest', keyPair }),
    });
    assertRefusal(refused, 400, "User 'guest' is not allowed to use a public key that belongs to another user.");
  });

  it('lets any number of end entities have no subject, for their alternative names tell them apart', async () => {
    const { server } = shared;
    await createProfiles(server, 'Nameless', {}, { subjectDn: { CN: [{}] } });
    for (const username of ['nameless-1', 'nameless-2']) {
      const extensions = [makeExtension(subjectAltName, [{ type: 'dNSName', value: `${username}.example` }], true)];
      const { subject } = await enroll(server, requestUnder('Nameless', { username, subject: '', extensions }));
      assert.equal(subject.isEmpty, true);
    }
  });
});

describe('pkcs10enroll when the CA cannot sign', () => {
  const shared = sharedServer();

  it('answers 503 while the crypto token is not active', async () => {
    const { server } = shared;
    const body = newRequest({ username: 'offline', subject: 'CN=offline' });
    await takeTokenOffline(server);
    assertRefusal(await server.call(ENROLL, { body }), 503, 'Device was unavailable.');
  });
});

describe('pkcs10enroll as EJBCA has it', () => {
  const shared = sharedServer({ compatibility: 'ejbca' });

  it('answers 201', async () => {
    const { server } = shared;
    const answer = await server.call(ENROLL, { body: newRequest({ username: 'created', subject: 'CN=created' }) });
    assert.equal(answer.status, 201, answer.text);
    assert.ok(certificateOf(answer));
  });
});

/** A name in an order and string types that no text of it tells: T61, BMP, Printable, UTF8; C last, two values in one RDN. */
function mixedName(): Uint8Array {
  const attribute = (type: string, tag: number, content: Uint8Array) =>
    writeDer((writer) => writer.sequence(() => writer.oid(oid(type)).primitive(tag, content)));
  const latin = (text: string) => new Uint8Array(Buffer.from(text, 'latin1'));
  const bmp = new Uint8Array(Buffer.from('Prüfung', 'utf16le').swap16());
  const rdns = [
    [attribute('2.5.4.3', Tag.teletexString, latin('mixed name'))],
    [attribute('2.5.4.10', Tag.bmpString, bmp)],
    [attribute('2.5.4.11', Tag.utf8String, latin('a')), attribute('2.5.4.12', Tag.printableString, latin('b'))],
    [attribute('2.5.4.6', Tag.printableString, latin('SE'))],
  ];
  return writeDer((writer) => writer.sequence(() => rdns.forEach((values) => writer.setOf(values))));
}
