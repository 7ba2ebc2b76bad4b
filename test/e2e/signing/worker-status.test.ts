/** The state of workers, for administrators and for those who watch over them. */
import assert from 'node:assert/strict';
import { before, describe, it } from 'node:test';
import { TestCa } from '../../pki/test-pki.ts';
import { sharedServer } from '../support/ca-rest-setup.ts';
import { newOfficer } from '../support/officers.ts';
import { certifyKey, makeSigningToken, makeWorker, signing } from '../support/setups/signing-setup.ts';

describe('the health of the signing service', () => {
  const shared = sharedServer();
  const OWN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN_IMPLEMENTATION_CLASS: 'KeystoreInConfigCryptoToken' };
  const ask = () => fetch(new URL('/signserver/healthcheck/signserverhealth', shared.server.running.urls[1]));
  /** Once nobody remembers the answer before. */
  const health = async () => {
    shared.server.clock.advanceSeconds(1);
    const answer = await ask();
    return [answer.status, await answer.text()] as const;
  };
  const change = async (name: string, properties: Readonly<Record<string, string>>) => {
    const change = { method: 'PUT', body: { settings: { properties } } };
    const answer = await shared.server.administer(`/documents/WORKER/${name}`, change);
    assert.equal(answer.status, 200, answer.text);
  };
  const idOf = async (name: string) => (await shared.server.administer(`/workers/${name}/status`)).json['id'] as number;

  it('is good while every worker can work', async () => {
    assert.deepEqual(await health(), [200, 'ALLOK']);
    assert.equal((await ask()).headers.get('cache-control'), 'no-store');
  });

  it('is bad with a worker that is misconfigured or whose token is closed, unless it is disabled', async () => {
    const astray = {
      ...OWN,
      KEYSTOREPASSWORD: 'a secret',
      WORKERLOGGER: 'FileWorkerLogger',
      LOG_FILE_PATH: '/no/a.log',
    };
    const nowhere = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Nothing' };
    const service = { IMPLEMENTATION_CLASS: 'HSMKeepAliveTimedService', INTERVAL: '60', CRYPTOTOKENS: '' };
    const lines: string[] = [];
    for (const [name, properties, problem] of [
      ['Wrong', { IMPLEMENTATION_CLASS: 'Nothing at all' }, 'Worker is misconfigured'],
      ['Astray', astray, 'Worker is misconfigured'],
      ['Closed', OWN, 'Crypto token not available'],
      ['Nowhere', nowhere, 'Crypto token not available'],
    ] as const) {
      await makeWorker(shared.server, name, properties);
      lines.push(`Worker ${await idOf(name)}: ${problem}\n`);
    }
    await makeWorker(shared.server, 'Resting', { ...service, CRYPTOTOKEN: 'Nothing' });
    assert.deepEqual(await health(), [500, lines.join('')]);
    for (const [name, properties] of [
      ['Wrong', { IMPLEMENTATION_CLASS: 'Nothing at all' }],
      ['Astray', astray],
      ['Nowhere', nowhere],
    ] as const)
      await change(name, { ...properties, DISABLED: 'TRUE' });
    assert.deepEqual(await health(), [500, lines[2]]);
    await change('Closed', { ...OWN, KEYSTOREPASSWORD: 'a secret' });
    assert.deepEqual(await health(), [200, 'ALLOK']);
  });
});

describe('the status of a worker', () => {
  const shared = sharedServer();
  const PLAIN = { IMPLEMENTATION_CLASS: 'PlainSigner', CRYPTOTOKEN: 'Signing', AUTHTYPE: 'NOAUTH' };
  const sign = (worker: string) => signing(shared.server, `/workers/${worker}/process`, { body: { data: 'x' } });
  const status = (worker: string, options: Parameters<typeof shared.server.administer>[1] = {}) =>
    shared.server.administer(`/workers/${worker}/status`, options);

  before(async () => {
    await makeSigningToken(shared.server, 'Signing', { a: ['EC', 'P-256'], b: ['EC', 'P-256'] });
    const day = 86_400;
    const now = Math.floor(shared.server.clock.nowMs() / 1000);
    const contents = { subject: 'CN=Signer', notBefore: now - day, notAfter: now + day };
    const SIGNERCERTCHAIN = await certifyKey(shared.server, TestCa.root('CN=Root'), 'Signing', 'a', contents);
    await makeWorker(shared.server, 'Limited', { ...PLAIN, DEFAULTKEY: 'a', KEYUSAGELIMIT: '10', SIGNERCERTCHAIN });
    await makeWorker(shared.server, 'Free', { ...PLAIN, DEFAULTKEY: 'b' });
    await makeWorker(shared.server, 'Wrong', { ...PLAIN, IMPLEMENTATION_CLASS: 'Nothing' });
    await makeWorker(shared.server, 'Keyless', { ...PLAIN, DEFAULTKEY: 'none' });
    await makeWorker(shared.server, 'Off', { ...PLAIN, DEFAULTKEY: 'b', DISABLED: 'TRUE' });
    const WORKERS = 'Limited, Free, Wrong, Keyless, Off, Nobody';
    await makeWorker(shared.server, 'Report', {
      IMPLEMENTATION_CLASS: 'SignerStatusReportWorker',
      AUTHTYPE: 'NOAUTH',
      WORKERS,
    });
  });

  it('says whether it works, and how often its key was used', async () => {
    for (let count = 0; count < 3; count++) assert.equal((await sign('Limited')).status, 200);
    const { json } = await status('Limited');
    assert.deepEqual([json['state'], json['signings'], json['sign_limit']], ['active', 3, 10]);
    assert.match(json['certificate'] as string, /^MII/);
    const free = await status('Free');
    assert.deepEqual([free.json['state'], free.json['signings'], free.json['sign_limit']], ['active', 0, undefined]);
    for (const [worker, state] of [
      ['Wrong', 'misconfigured'],
      ['Keyless', 'offline'],
      ['Off', 'disabled'],
      ['Report', 'active'],
    ] as const)
      assert.equal((await status(worker)).json['state'], state, worker);
  });

  it('says that the key does not sign by the algorithm that the properties name, where the worker signs by it', async () => {
    const RSA = { DEFAULTKEY: 'b', SIGNATUREALGORITHM: 'SHA256withRSA' };
    const PDF = { ...PLAIN, IMPLEMENTATION_CLASS: 'PDFSigner', DEFAULTKEY: 'b' };
    await makeSigningToken(shared.server, 'Agreeing', { x: ['X25519', ''] });
    for (const [name, properties, problem] of [
      ['Plain RSA', { ...PLAIN, ...RSA }, "SIGNATUREALGORITHM takes a key of RSA, and 'b' is one of ECDSA"],
      [
        'CMS RSA',
        { ...PLAIN, ...RSA, IMPLEMENTATION_CLASS: 'CMSSigner' },
        "SIGNATUREALGORITHM takes a key of RSA, and 'b' is one of ECDSA",
      ],
      [
        'Stamps RSA',
        {
          ...PLAIN,
          ...RSA,
          IMPLEMENTATION_CLASS: 'TimeStampSigner',
          DEFAULTTSAPOLICYOID: '1.2.3',
          ACCEPTANYPOLICY: 'TRUE',
        },
        "SIGNATUREALGORITHM takes a key of RSA, and 'b' is one of ECDSA",
      ],
      [
        'PDF RSA',
        { ...PDF, ...RSA },
        "SIGNATUREALGORITHM is SHA256WithRSA, and the key 'b' signs PDF as SHA256withECDSA does",
      ],
      // The selector that takes the key of the worker for all requests.
      [
        'Plain by default',
        { ...PLAIN, ...RSA, ALIASSELECTOR: 'org.signserver.server.aliasselectors.DefaultAliasSelector' },
        "SIGNATUREALGORITHM takes a key of RSA, and 'b' is one of ECDSA",
      ],
      [
        'Plain X25519',
        { ...PLAIN, CRYPTOTOKEN: 'Agreeing', DEFAULTKEY: 'x' },
        "the key 'x' is one of X25519, which makes no signatures",
      ],
      [
        'PDF X25519',
        { ...PDF, CRYPTOTOKEN: 'Agreeing', DEFAULTKEY: 'x' },
        "the key 'x' is one of X25519, which makes no signatures",
      ],
      [
        'PDF X25519 by name',
        { ...PDF, CRYPTOTOKEN: 'Agreeing', DEFAULTKEY: 'x', SIGNATUREALGORITHM: 'SHA256withECDSA' },
        "the key 'x' is one of X25519, which makes no signatures",
      ],
      // Takes hashes of its clients.
      ['Plain hashes', { ...PLAIN, DEFAULTKEY: 'b', SIGNATUREALGORITHM: 'NONEwithECDSA' }, undefined],
      // Holds a key that others sign with.
      ['Holder', { ...RSA, CRYPTOTOKEN: 'Signing', IMPLEMENTATION_CLASS: 'CryptoWorker' }, undefined],
      [
        'Holder of X25519',
        { CRYPTOTOKEN: 'Agreeing', DEFAULTKEY: 'x', IMPLEMENTATION_CLASS: 'CryptoWorker' },
        undefined,
      ],
      // Chooses the key by the request.
      ['Choosing', { ...PLAIN, ...RSA, ALIASSELECTOR: 'RequestMetadataAliasSelector' }, undefined],
    ] as const) {
      await makeWorker(shared.server, name, properties);
      const { json } = await status(encodeURIComponent(name));
      const messages = (json['problems'] as readonly { readonly message: string }[]).map(({ message }) => message);
      assert.deepEqual(messages, problem === undefined ? [] : [problem], name);
      assert.equal(json['state'], problem === undefined ? 'active' : 'offline', name);
    }
    for (const unable of ['Plain%20RSA', 'Plain%20X25519']) assert.equal((await sign(unable)).status, 503, unable);
  });

  it('says that a worker which it cannot do without does not exist', async () => {
    const DISPATCHER = { IMPLEMENTATION_CLASS: 'FirstActiveDispatcher', AUTHTYPE: 'NOAUTH' };
    const signer = { ...PLAIN, DEFAULTKEY: 'b', TSA_WORKER: 'No stamps' };
    const xades = { ...signer, IMPLEMENTATION_CLASS: 'XAdESSigner' };
    const ades = {
      ...signer,
      IMPLEMENTATION_CLASS: 'AdESSigner',
      SIGNATURE_FORMAT: 'CAdES',
      SIGNATURE_PACKAGING: 'DETACHED',
    };
    for (const [name, properties, property] of [
      ['XAdES T', { ...xades, XADESFORM: 'T' }, 'TSA_WORKER'],
      ['XAdES BES', xades, undefined],
      ['CAdES T', { ...ades, SIGNATURE_LEVEL: 'BASELINE-T' }, 'TSA_WORKER'],
      ['CAdES B', { ...ades, SIGNATURE_LEVEL: 'BASELINE-B' }, undefined],
      ['CMS', { ...signer, IMPLEMENTATION_CLASS: 'CMSSigner' }, undefined],
      ['CMS stamped', { ...signer, IMPLEMENTATION_CLASS: 'ExtendedCMSSigner' }, 'TSA_WORKER'],
      ['PDF', { ...signer, IMPLEMENTATION_CLASS: 'PDFSigner' }, 'TSA_WORKER'],
      ['PDF without', { ...signer, IMPLEMENTATION_CLASS: 'PDFSigner', USE_TIMESTAMP: 'FALSE' }, undefined],
      [
        'PDF by request',
        { ...signer, IMPLEMENTATION_CLASS: 'PDFSigner', ALLOW_PROPERTY_OVERRIDE: 'USE_TIMESTAMP' },
        undefined,
      ],
      ['First', { ...DISPATCHER, WORKERS: 'No stamps, Free' }, 'WORKERS'],
      ['Second', { ...DISPATCHER, WORKERS: 'Free, No stamps' }, undefined],
      // The name of a crypto token.
      ['PDF token', { ...signer, IMPLEMENTATION_CLASS: 'PDFSigner', TSA_WORKER: 'Signing' }, 'TSA_WORKER'],
      [
        'XML',
        { ...PLAIN, IMPLEMENTATION_CLASS: 'XMLValidator', VALIDATIONSERVICEWORKER: 'No stamps' },
        'VALIDATIONSERVICEWORKER',
      ],
    ] as const) {
      await makeWorker(shared.server, name, properties);
      const { json } = await status(encodeURIComponent(name));
      const problems = (json['problems'] as readonly { readonly field: string }[]).map(({ field }) => field);
      assert.deepEqual(problems, property === undefined ? [] : [`properties.${property}`], name);
      assert.equal(json['state'], property === undefined ? 'active' : 'misconfigured', name);
    }
    const stamps = { ...PLAIN, IMPLEMENTATION_CLASS: 'TimeStampSigner', DEFAULTKEY: 'b' };
    await makeWorker(shared.server, 'No stamps', stamps);
    assert.equal((await status('PDF')).json['state'], 'active');
  });

  it('is shown to callers who may see workers', async () => {
    assert.equal((await status('Nobody')).status, 404);
    const auditor = await newOfficer(shared.server, 'auditor', { '/signing/view/': 'ALLOW' });
    assert.equal((await status('Free', { as: auditor })).status, 200);
    const clerk = await newOfficer(shared.server, 'clerk', {});
    assert.equal((await status('Nobody', { as: clerk })).status, 403);
  });

  it('is reported by a worker, a line for each of those that it watches', async () => {
    const answer = await sign('Report');
    assert.equal(answer.status, 200, answer.text);
    assert.equal(answer.json['archiveId'], null);
    const lines = Buffer.from(answer.json['data'] as string, 'base64')
      .toString()
      .split('\n');
    assert.match(
      lines[0]!,
      /^workerName=Limited, status=ACTIVE, validityNotBefore=\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC, validityNotAfter=[-: \d]+ UTC, signings=\d+, signLimit=10$/,
    );
    assert.deepEqual(lines.slice(1), [
      'workerName=Free, status=ACTIVE, signings=0',
      'workerName=Wrong, status=OFFLINE',
      'workerName=Keyless, status=OFFLINE',
      'workerName=Off, status=OFFLINE, signings=0',
      'workerName=Nobody, status=OFFLINE',
      '',
    ]);
  });

  it('is offline once the certificate has ended, which the worker does not sign with unless it is told to (case 116)', async () => {
    shared.server.clock.advanceSeconds(2 * 86_400);
    assert.equal((await status('Limited')).json['state'], 'offline');
    const refused = await sign('Limited');
    assert.equal(refused.status, 503);
    assert.match(refused.json['error'] as string, /^Error Signer Limited expired at /);
    const { json } = await shared.server.administer('/documents/WORKER/Limited');
    const { properties } = json['settings'] as { readonly properties: Readonly<Record<string, string>> };
    await makeWorker(shared.server, 'Careless', { ...properties, CHECKCERTVALIDITY: 'FALSE' });
    assert.equal((await sign('Careless')).status, 200);
    await makeWorker(shared.server, 'Early', {
      ...properties,
      CHECKCERTVALIDITY: 'FALSE',
      MINREMAININGCERTVALIDITY: '1',
    });
    assert.equal((await sign('Early')).status, 503);
  });
});
