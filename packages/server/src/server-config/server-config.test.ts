import assert from 'node:assert/strict';
import { it } from 'node:test';
import { DEFAULT_HTTP_LIMITS } from '../kernel/http-limits.ts';
import { DEFAULT_WORK_LIMITS } from '../kernel/work-limits.ts';
import { parseServerConfig } from './index.ts';
import { SHARED_WORK_LIMITS, WORK_LIMIT_SETTINGS } from './work-limit-settings.ts';

const noFile = async () => undefined;

it('takes arguments before environment before file before defaults', async () => {
  const config = await parseServerConfig(
    { https: '0.0.0.0:1' },
    { SEALWRIGHT_HTTPS: '0.0.0.0:2', SEALWRIGHT_HTTP: '0.0.0.0:3', SEALWRIGHT_HOME: '/h' },
    async (home) => (home === '/h' ? 'https: 0.0.0.0:4\nhttp: 0.0.0.0:5\nops: "[::1]:6"\n' : undefined),
  );
  assert.deepEqual([config.https.port, config.http.port, config.ops], [1, 3, { host: '::1', port: 6 }]);
  assert.equal(config.compatibility, 'documented');
});

it('takes several names', async () => {
  const config = await parseServerConfig({ name: 'a.example,b.example' }, {}, noFile);
  assert.deepEqual(config.names, ['a.example', 'b.example']);
});

it('takes several PKCS#11 libraries, as arguments and as a list', async () => {
  const { pkcs11 } = await parseServerConfig(
    { 'pkcs11-library': '/usr/lib/a.so,/usr/lib/b.so' },
    { SEALWRIGHT_PKCS11_TIMEOUT: '5' },
    async () => 'pkcs11js: /opt/pkcs11js',
  );
  const libraries = ['/usr/lib/a.so', '/usr/lib/b.so'];
  assert.deepEqual(pkcs11, { libraries, binding: '/opt/pkcs11js', callTimeoutMs: 5000 });
  const fromFile = await parseServerConfig({}, {}, async () => 'pkcs11-library: [/a.so, /b.so]');
  assert.deepEqual(fromFile.pkcs11, { libraries: ['/a.so', '/b.so'], binding: undefined, callTimeoutMs: 30_000 });
});

it('collects directories of keystores', async () => {
  const { keystoreDirectories } = await parseServerConfig({ 'keystore-directory': '/a,/b' }, {}, noFile);
  assert.deepEqual(keystoreDirectories, ['/a', '/b']);
});

it('takes services that are off by the names that clients know', async () => {
  const given = [
    parseServerConfig({ 'disable-service': 'REST CA Management,REST SSH V1' }, {}, noFile),
    parseServerConfig({}, {}, async () => 'disable-service: [REST CA Management, REST SSH V1]'),
  ];
  for (const { disabledServices } of await Promise.all(given))
    assert.deepEqual(disabledServices, ['REST CA Management', 'REST SSH V1']);
  assert.deepEqual((await parseServerConfig({}, {}, noFile)).disabledServices, []);
});

it('takes the setting of hosts under its former name, together with its present one', async () => {
  const given = [
    parseServerConfig({}, { SEALWRIGHT_CRL_HOST: 'a.example', SEALWRIGHT_OUTBOUND_HOST: '10.0.0.0/8' }, noFile),
    parseServerConfig({}, {}, async () => 'crl-host: [a.example]\noutbound-host: 10.0.0.0/8'),
  ];
  for (const { outboundHosts } of await Promise.all(given)) assert.equal(outboundHosts.length, 2);
});

it('takes resolvers by their addresses, on port 53 unless it is told otherwise', async () => {
  const { dnsResolvers } = await parseServerConfig({ 'dns-resolver': '192.0.2.1,::1,[2001:db8::1]:5353' }, {}, noFile);
  assert.deepEqual(dnsResolvers, [
    { host: '192.0.2.1', port: 53 },
    { host: '::1', port: 53 },
    { host: '2001:db8::1', port: 5353 },
  ]);
  assert.deepEqual((await parseServerConfig({}, {}, noFile)).dnsResolvers, []);
});

it('has RSA key pairs of those sizes generated ahead, and eight of each unless it is told otherwise', async () => {
  assert.deepEqual((await parseServerConfig({}, {}, noFile)).rsaPool, { ready: 8, sizes: [] });
  const given = { 'rsa-pool': '0', 'rsa-pool-size': '2048,3072' };
  assert.deepEqual((await parseServerConfig(given, {}, noFile)).rsaPool, { ready: 0, sizes: [2048, 3072] });
});

it('trusts proxies by address, with a secret in a file', async () => {
  const given = { 'trusted-proxy': '192.0.2.1,10.0.0.0/28', 'trusted-proxy-secret-file': '/etc/proxy.secret' };
  const addresses = ['192.0.2.1', '10.0.0.0/28'];
  const file = { addresses, secretFile: '/etc/proxy.secret' };
  assert.deepEqual((await parseServerConfig(given, {}, noFile)).trustedProxies, {
    ...file,
    addressHeader: 'x-forwarded-for',
  });
  const other = await parseServerConfig({ ...given, 'trusted-proxy-header': 'Forwarded' }, {}, noFile);
  assert.deepEqual(other.trustedProxies, { ...file, addressHeader: 'forwarded' });
  assert.equal((await parseServerConfig({}, {}, noFile)).trustedProxies, undefined);
});

it('reads limits in their units, and has a default for each', async () => {
  assert.deepEqual((await parseServerConfig({}, {}, noFile)).limits, DEFAULT_HTTP_LIMITS);
  const { limits } = await parseServerConfig(
    { 'max-header-size': '64', 'body-memory': '128', 'max-client-requests': '50' },
    { SEALWRIGHT_HEADER_TIMEOUT: '5' },
    async () => 'min-rate: 2000',
  );
  assert.deepEqual(limits, {
    ...DEFAULT_HTTP_LIMITS,
    headerOctets: 65_536,
    bodyMemoryOctets: 2 ** 27,
    requestsPerClient: 50,
    headersMs: 5000,
    octetsPerSecond: 2000,
  });
});

it('reads limits of work in their units, and has a default for each', async () => {
  assert.deepEqual((await parseServerConfig({}, {}, noFile)).workLimits, DEFAULT_WORK_LIMITS);
  const { workLimits } = await parseServerConfig(
    { 'search-timeout': '5', 'document-memory': '256', 'key-queue': '7' },
    { SEALWRIGHT_SPOOL_SIZE: '128' },
    async () => 'max-searches: 4',
  );
  assert.deepEqual(workLimits, {
    ...DEFAULT_WORK_LIMITS,
    certificateSearchMs: 5000,
    documentOctets: 2 ** 28,
    waitingKeyPairs: 7,
    spoolOctets: 2 ** 27,
    searches: 4,
  });
});

it('names a limit that is out of its bounds, and what would be right', async () => {
  await assert.rejects(parseServerConfig({ 'max-page-size': '99' }, {}, noFile), {
    code: 'installation.bad_setting',
    message: "--max-page-size is '99'; it has to be a number from 100 to 1000",
  });
  await assert.rejects(parseServerConfig({ 'spool-size': '100', workers: '2' }, {}, noFile), {
    code: 'installation.bad_setting',
    message: "--spool-size is '100'; with 2 worker processes it has to be at least 128",
  });
});

it('has a line of help for each limit of work that says by itself what it means, and what worker processes divide', () => {
  const lines = Object.entries<string>(WORK_LIMIT_SETTINGS);
  for (const [name, help] of lines) {
    assert.doesNotMatch(help, /\b(these|those of them)\b/, name);
    if (name.endsWith('-queue')) assert.match(help, /the answer is 503/, name);
  }
  const divided = lines.flatMap(([name, help]) => (help.includes('divided among worker processes') ? [name] : []));
  assert.deepEqual(divided, ['document-memory', 'spool-size', 'spool-memory']);
  assert.deepEqual(SHARED_WORK_LIMITS, ['documentOctets', 'spoolOctets', 'spoolMemoryOctets']);
});

it('refuses more results to sort than the thread that reads much can hold, and says how many it can', async () => {
  const limits = (sorted: string, searches: string) =>
    parseServerConfig({ 'max-sorted-results': sorted, 'max-searches': searches }, {}, noFile);
  assert.equal((await limits('1000000', '1')).workLimits.sortedResults, 1_000_000);
  assert.equal((await limits('500000', '2')).workLimits.sortedResults, 500_000);
  await assert.rejects(limits('500001', '2'), {
    code: 'installation.bad_setting',
    message:
      '--max-sorted-results is 500001 and --max-searches 2; their product has to be at most 1000000: with 2 searches, --max-sorted-results at most 500000',
  });
  await assert.rejects(parseServerConfig({ 'max-searches': '64' }, {}, noFile), {
    message: /^--max-sorted-results is 100000 and --max-searches 64; .* --max-sorted-results at most 15625$/,
  });
  await assert.rejects(limits('2000000', '1'), { message: /it has to be a number from 1000 to 1000000$/ });
});

it('refuses more searches at a time than the connections to PostgreSQL carry', async () => {
  const database = 'postgres://h/d';
  const given = (more: object) => parseServerConfig({ database, 'max-searches': '4', ...more }, {}, noFile);
  await assert.rejects(given({}), {
    code: 'installation.bad_setting',
    message: '--max-searches is 4 and --database-connections 14; that many searches at a time need 20 connections',
  });
  assert.equal((await given({ 'database-connections': '20' })).workLimits.searches, 4);
  await assert.rejects(given({ workers: '2', 'database-connections': '45' }), {
    message: /^--max-searches is 4 .* need 46 connections with 2 worker processes$/,
  });
  assert.equal((await given({ workers: '2', 'database-connections': '46' })).workLimits.searches, 4);
  // As many as usual wait for each other's connections.
  await given({ 'max-searches': '2', 'database-connections': '6' });
  await given({ database: undefined });
});

for (const [name, args, file] of [
  ['a limit that is not a number', { 'max-connections': 'many' }, undefined],
  ['a limit that nothing gets through', { 'max-header-size': '1' }, undefined],
  ['headers that may take longer than the request', { 'header-timeout': '200' }, undefined],
  ['a trusted proxy without a secret', { 'trusted-proxy': '192.0.2.1' }, undefined],
  ['a secret of nobody', { 'trusted-proxy-secret-file': '/s' }, undefined],
  ['a header of nobody', { 'trusted-proxy-header': 'forwarded' }, undefined],
  ['a proxy by its name', { 'trusted-proxy': 'proxy', 'trusted-proxy-secret-file': '/s' }, undefined],
  ['everybody for a proxy', { 'trusted-proxy': '0.0.0.0/0', 'trusted-proxy-secret-file': '/s' }, undefined],
  ['a library that is looked for along a path', { 'pkcs11-library': 'libsofthsm2.so' }, undefined],
  ['a relative directory of workers', { 'worker-directory': '/srv/signed,signed' }, undefined],
  ['a relative directory of publishers', { 'publisher-directory': 'www' }, undefined],
  ['a relative directory of keystores', { 'keystore-directory': '../keystores' }, undefined],
  ['a URL for a host outside', { 'outbound-host': 'crl.example.com,http://crl.example.com/' }, undefined],
  ['a resolver by its name', { 'dns-resolver': '127.0.0.1,localhost:53' }, undefined],
  ['an invalid port of a resolver', { 'dns-resolver': '127.0.0.1:0' }, undefined],
  ['more resolvers than are asked', { 'dns-resolver': '127.0.0.1,127.0.0.2,127.0.0.3,127.0.0.4' }, undefined],
  ['an invalid time-out', { 'pkcs11-timeout': '0' }, undefined],
  ['a relative directory of pkcs11js', { pkcs11js: 'build' }, undefined],
  ['an unknown setting in the file', {}, 'nonsense: 1'],
  ['an invalid port', { http: 'localhost:99999' }, undefined],
  ['a database of another kind', { database: 'mysql://u:secret@h/d' }, undefined],
  ['a public URL with credentials', { 'public-url': 'http://u:secret@h/' }, undefined],
  ['a mode that does not exist', { compatibility: 'other' }, undefined],
  ['a service that does not exist', { 'disable-service': 'REST SSH V1,REST SSH' }, undefined],
  ['more key pairs than are generated ahead', { 'rsa-pool': '101' }, undefined],
  ['a size of keys that is too weak', { 'rsa-pool-size': '1024' }, undefined],
  ['sizes of keys that take too long', { 'rsa-pool-size': '2048,8192' }, undefined],
  ['a file that is not a map', {}, '- 1'],
] as const) {
  it(`refuses ${name}`, async () => {
    await assert.rejects(
      parseServerConfig(args, {}, async () => file),
      (error: Error & { code?: string }) =>
        error.code === 'installation.bad_setting' && !error.message.includes('mysql'),
    );
  });
}
