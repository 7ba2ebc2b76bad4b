import assert from 'node:assert/strict';
import { hash, randomBytes } from 'node:crypto';
import { before, describe, it } from 'node:test';
import {
  checkTimeStampResponse,
  encodeTimeStampRequest,
  extendedKeyUsage,
  findExtension,
  findImprintAlgorithm,
  genTimeMicroseconds,
  KEY_PURPOSES,
  makeExtension,
  makeMessageImprint,
  oid,
  parseTimeStampResponse,
  qcStatements,
  signingCertificateIds,
  signingTime,
  TimeStampToken,
  type TimeStampRequest,
} from '@sealwright/pki';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import {
  certifyKey,
  makeSigningToken,
  makeWorker,
  SIGNING_KEYS,
  signing,
  withKey,
} from '../support/setups/signing-setup.ts';

const POLICY = '1.2.3.4.1';
const TSA = {
  IMPLEMENTATION_CLASS: 'org.signserver.module.tsa.TimeStampSigner',
  CRYPTOTOKEN: 'Signing',
  AUTHTYPE: 'NOAUTH',
  DEFAULTTSAPOLICYOID: POLICY,
  ACCEPTANYPOLICY: 'TRUE',
};
const SHA256 = findImprintAlgorithm('SHA256')!;
const IMPRINT = makeMessageImprint(SHA256, new Uint8Array(hash('sha256', 'what is stamped', 'buffer')));
const TIME_STAMPING = makeExtension(extendedKeyUsage, [KEY_PURPOSES.timeStamping], true);

describe('a time-stamp signer', () => {
  const shared = sharedServer();
  const ca = TestCa.root('CN=Root').subordinate('CN=Issuing');
  const chains = new Map<string, string>();

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', SIGNING_KEYS);
    for (const alias of Object.keys(SIGNING_KEYS)) {
      const contents = { subject: `CN=TSA ${alias},O=Example`, extensions: [TIME_STAMPING] };
      chains.set(alias, await certifyKey(shared.server, ca, 'Signing', alias, contents));
    }
    await worker('TSA');
  });

  const worker = (name: string, properties: Readonly<Record<string, string>> = {}) => {
    const alias = properties['DEFAULTKEY'] ?? 'p256';
    const chain = { DEFAULTKEY: alias, SIGNERCERTCHAIN: chains.get(alias)! };
    return makeWorker(shared.server, name, { ...TSA, ...chain, ...properties });
  };
  const send = (name: string, query: Uint8Array) =>
    signing(shared.server, `/workers/${encodeURIComponent(name)}/process`, {
      body: { data: Buffer.from(query).toString('base64'), encoding: 'BASE64' },
    });
  const ask = async (name: string, query: Uint8Array) => {
    const answer = await send(name, query);
    assert.equal(answer.status, 200, answer.text);
    const response = parseTimeStampResponse(new Uint8Array(Buffer.from(answer.json['data'] as string, 'base64')));
    return { response, answer };
  };
  const stamp = async (name: string, fields: Partial<TimeStampRequest> = {}) => {
    const request = { messageImprint: IMPRINT, certificateRequested: true, nonce: 12345n, ...fields };
    const { response, answer } = await ask(name, encodeTimeStampRequest(request));
    const verdict = checkTimeStampResponse(response, request);
    assert.equal(
      verdict.status,
      'stamped',
      JSON.stringify(verdict, (_, value) => String(value)),
    );
    assert.ok(verdict.status === 'stamped');
    return { token: verdict.token, info: verdict.token.info, response, answer };
  };
  const rejection = async (name: string, query: Partial<TimeStampRequest> | Uint8Array) => {
    const bytes = query instanceof Uint8Array ? query : encodeTimeStampRequest({ messageImprint: IMPRINT, ...query });
    const { status, failures } = (await ask(name, bytes)).response.status;
    return [status, ...failures!];
  };
  const misconfigured = async (name: string) => {
    const { status, text } = await send(name, encodeTimeStampRequest({ messageImprint: IMPRINT }));
    assert.equal(status, 500, text);
  };

  it('grants a time-stamp, whose serial number is the archive id (case 120)', async () => {
    const { info, token, response, answer } = await stamp('TSA');
    assert.deepEqual(response.status, { status: 'granted', texts: ['Operation Okay'], failures: [] });
    assert.equal(answer.json['archiveId'], info.serialNumber.toString(16));
    assert.ok(info.serialNumber > 0n && info.serialNumber < 2n ** 63n);
    assert.equal(info.policy, POLICY);
    assert.equal(info.nonce, 12345n);
    assert.equal(info.accuracy, undefined);
    assert.ok(Math.abs(genTimeMicroseconds(info.genTime) / 1000 - Date.now()) < 60_000);
    assert.equal(info.genTime.fraction, '');
    assert.notEqual(token.signer.signed(signingTime), undefined);
    assert.equal(token.signedData.certificateChoices.length, 3);
  });

  it('rejects what is not a query (case 121), and refuses none at all (case 122)', async () => {
    for (const garbage of [Buffer.from('garbage'), randomBytes(20_000), Uint8Array.of(0x30, 0)]) {
      assert.deepEqual(await rejection('TSA', new Uint8Array(garbage)), ['rejection', 'badDataFormat']);
    }
    const { status, json } = await send('TSA', new Uint8Array());
    assert.deepEqual([status, json['error']], [400, 'Request must contain data']);
  });

  it('rejects policies that are not accepted (case 123)', async () => {
    const other = { policy: oid('1.2.3.4.9') };
    await worker('Policies', { ACCEPTANYPOLICY: '', ACCEPTEDPOLICIES: `${POLICY}; 1.2.3.4.2` });
    assert.equal((await stamp('Policies', { policy: oid('1.2.3.4.2') })).info.policy, '1.2.3.4.2');
    assert.deepEqual(await rejection('Policies', other), ['rejection', 'unacceptedPolicy']);
    await worker('No policies', { ACCEPTANYPOLICY: '', ACCEPTEDPOLICIES: '' });
    assert.equal((await stamp('No policies')).info.policy, POLICY);
    assert.deepEqual(await rejection('No policies', { policy: oid(POLICY) }), ['rejection', 'unacceptedPolicy']);
    assert.equal((await stamp('TSA', other)).info.policy, '1.2.3.4.9');
  });

  it('rejects digests and extensions that are not accepted, and digests of a wrong length', async () => {
    const extensions = [{ oid: oid('1.2.3.4.5.6'), critical: false, value: Uint8Array.of(5, 0) }];
    await worker('Choosy', { ACCEPTEDALGORITHMS: 'SHA512;GOST3411', ACCEPTEDEXTENSIONS: '1.2.3.4.5.7' });
    assert.deepEqual(await rejection('Choosy', {}), ['rejection', 'badAlg']);
    const gost = makeMessageImprint(findImprintAlgorithm('GOST3411')!, randomBytes(32));
    await stamp('Choosy', { messageImprint: gost });
    assert.deepEqual(await rejection('Choosy', { messageImprint: gost, extensions }), [
      'rejection',
      'unacceptedExtension',
    ]);
    const short = makeMessageImprint({ ...SHA256, length: 31 }, new Uint8Array(31));
    assert.deepEqual(await rejection('TSA', { messageImprint: short }), ['rejection', 'badDataFormat']);
    for (const name of ['MD5', 'SHA1', 'SHA384', 'RIPEMD128', 'RIPEMD160', 'RIPEMD256']) {
      const algorithm = findImprintAlgorithm(name)!;
      await stamp('TSA', { messageImprint: makeMessageImprint(algorithm, new Uint8Array(algorithm.length)) });
    }
  });

  for (const [alias, ...algorithms] of withKey([
    ['rsa', '', 'SHA512withRSA', 'SHA256withRSAandMGF1'],
    ['p256', '', 'SHA384withECDSA'],
    ['p384', ''],
    ['brainpool', ''],
    ['ed25519', ''],
    ['ed448', ''],
    ['mldsa', ''],
    ['slhdsa', ''],
  ] as const)) {
    it(`signs with a key ${alias}`, async () => {
      for (const algorithm of algorithms) {
        await worker(`${alias} ${algorithm || 'usual'}`, { DEFAULTKEY: alias, SIGNATUREALGORITHM: algorithm });
        await stamp(`${alias} ${algorithm || 'usual'}`);
      }
    });
  }

  it('writes what its properties say', async () => {
    await worker('Full', {
      ACCURACYSECONDS: '1',
      ACCURACYMILLIS: '250',
      ACCURACYMICROS: '3',
      INCLUDEORDERING: 'TRUE',
      TSA: 'CN=The authority,O=Example',
      MAXSERIALNUMBERLENGTH: '20',
      INCLUDE_CERTIFICATE_LEVELS: '1',
      INCLUDESTATUSSTRING: 'FALSE',
      INCLUDESIGNINGTIMEATTRIBUTE: 'FALSE',
      INCLUDECMSALGORITHMPROTECTATTRIBUTE: 'FALSE',
      CERTIFICATE_DIGEST_ALGORITHM: 'SHA512',
      INCLUDE_CERTID_ISSUERSERIAL: 'FALSE',
      LEGACYENCODING: 'TRUE',
      REQUIREVALIDCHAIN: 'TRUE',
    });
    const { info, token, response } = await stamp('Full');
    assert.deepEqual(info.accuracy, { seconds: 1, millis: 250, micros: 3 });
    assert.equal(info.ordering, false);
    assert.equal(info.tsa?.type === 'directoryName' ? info.tsa.value.toString() : '', 'CN=The authority,O=Example');
    assert.ok(info.serialNumber > 2n ** 80n);
    assert.deepEqual(response.status.texts, []);
    assert.equal(token.signedData.certificateChoices.length, 1);
    assert.deepEqual(token.signer.signedAttributes!.length, 3);
    const [id] = signingCertificateIds(token.signer.signedAttributes!);
    assert.deepEqual([id?.hash.name, id?.issuerSerial], ['SHA-512', undefined]);
  });

  it('takes its name from the certificate, and leaves certificates out that nobody asked for', async () => {
    await worker('Named', { TSA_FROM_CERT: 'TRUE', CERTIFICATE_DIGEST_ALGORITHM: 'SHA1' });
    const { info, token } = await stamp('Named');
    assert.equal(info.tsa?.type === 'directoryName' ? info.tsa.value.toString() : '', 'CN=TSA p256,O=Example');
    assert.equal(signingCertificateIds(token.signer.signedAttributes!)[0]?.hash.name, 'SHA-1');
    const { response } = await ask('Named', encodeTimeStampRequest({ messageImprint: IMPRINT }));
    assert.equal(TimeStampToken.parse(response.token!).signedData.certificateChoices.length, 0);
  });

  for (const [title, properties] of Object.entries({
    'no policy': { DEFAULTTSAPOLICYOID: '' },
    'a policy that is not an identifier': { DEFAULTTSAPOLICYOID: 'mine' },
    'any policy and a list of them': { ACCEPTEDPOLICIES: POLICY },
    'neither any policy nor a list': { ACCEPTANYPOLICY: 'FALSE' },
    'an order that it cannot promise': { ORDERING: 'TRUE' },
    'two names': { TSA: 'CN=x', TSA_FROM_CERT: 'TRUE' },
    'serial numbers too short': { MAXSERIALNUMBERLENGTH: '7' },
    'no certificates': { INCLUDE_CERTIFICATE_LEVELS: '0' },
    'a digest that nobody knows': { ACCEPTEDALGORITHMS: 'ROT13' },
    'another source of time': { TIMESOURCE: 'org.example.SunDial' },
  })) {
    it(`does not work with ${title}`, async () => {
      await worker(`Bad: ${title}`, properties);
      await misconfigured(`Bad: ${title}`);
    });
  }

  it('does not work with a certificate that is for something else, too', async () => {
    const { timeStamping, clientAuth } = KEY_PURPOSES;
    for (const [title, extensions] of Object.entries({
      none: [],
      'not critical': [makeExtension(extendedKeyUsage, [timeStamping], false)],
      'two purposes': [makeExtension(extendedKeyUsage, [timeStamping, clientAuth], true)],
    })) {
      const SIGNERCERTCHAIN = await certifyKey(shared.server, ca, 'Signing', 'p256', { subject: 'CN=TSA', extensions });
      await worker(`Purpose: ${title}`, { SIGNERCERTCHAIN });
      await misconfigured(`Purpose: ${title}`);
    }
  });

  it('does not work with certificates of others in between when the chain has to be valid', async () => {
    const [first, ...rest] = chains.get('p256')!.split(/(?<=-----END CERTIFICATE-----\n)/);
    const SIGNERCERTCHAIN = [first, TestCa.root('CN=Other').certificatePem, ...rest].join('');
    await worker('Loose', { SIGNERCERTCHAIN });
    await stamp('Loose');
    await worker('Strict', { SIGNERCERTCHAIN, REQUIREVALIDCHAIN: 'TRUE' });
    await misconfigured('Strict');
  });

  it('says that a time-stamp is a qualified one when it is told to', async () => {
    const className = { IMPLEMENTATION_CLASS: 'org.signserver.module.tsa.ExtendedTimeStampSigner' };
    await worker('Extended', className);
    await worker('Qualified', { ...className, INCLUDE_QC_EXTENSION: 'TRUE' });
    assert.deepEqual((await stamp('Extended')).info.extensions, []);
    const statements = findExtension((await stamp('Qualified')).info.extensions!, qcStatements);
    assert.deepEqual(statements, [{ type: 'other', statementId: '0.4.0.19422.1.1' }]);
  });

  it('gives no two time-stamps the same number', async () => {
    const stamps = await Promise.all(Array.from({ length: 20 }, () => stamp('TSA')));
    assert.equal(new Set(stamps.map(({ info }) => info.serialNumber)).size, 20);
  });

  it('has no time while the clock lies behind (case of a clock that stepped back)', async () => {
    await stamp('TSA');
    shared.server.clock.advanceSeconds(-90);
    assert.deepEqual(await rejection('TSA', {}), ['rejection', 'timeNotAvailable']);
    shared.server.clock.advanceSeconds(90);
    await stamp('TSA');
  });

  describe('behind a dispatcher by policy', () => {
    const dispatcher = (name: string, properties: Readonly<Record<string, string>>) =>
      makeWorker(shared.server, name, {
        IMPLEMENTATION_CLASS: 'org.signserver.module.tsa.RequestedPolicyDispatcher',
        AUTHTYPE: 'NOAUTH',
        ...properties,
      });
    before(async () => {
      await worker('First', { DEFAULTTSAPOLICYOID: '1.2.3.4.11' });
      await worker('Second', { DEFAULTTSAPOLICYOID: '1.2.3.4.12', TSA: 'CN=Second' });
      const MAPPINGS = '1.2.3.4.11:First; 1.2.3.4.12:Second';
      await dispatcher('Dispatcher', { DEFAULTWORKER: 'First', MAPPINGS });
      await dispatcher('Lenient', { DEFAULTWORKER: 'First', MAPPINGS, USEDEFAULTIFMISMATCH: 'TRUE' });
      await dispatcher('Mapped', { MAPPINGS });
    });

    it('is asked for its own policy, and the default one when the request names none', async () => {
      assert.equal((await stamp('Dispatcher', { policy: oid('1.2.3.4.12') })).info.tsa?.type, 'directoryName');
      assert.equal((await stamp('Dispatcher')).info.policy, '1.2.3.4.11');
      assert.equal((await stamp('Lenient', { policy: oid('1.2.3.4.19') })).info.policy, '1.2.3.4.19');
    });

    it('is not asked for others', async () => {
      const unaccepted = ['rejection', 'unacceptedPolicy'];
      assert.deepEqual(await rejection('Dispatcher', { policy: oid('1.2.3.4.19') }), unaccepted);
      assert.deepEqual(await rejection('Mapped', {}), unaccepted);
      assert.deepEqual(await rejection('Mapped', Buffer.from('garbage')), ['rejection', 'badDataFormat']);
    });
  });
});
