import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { DistinguishedName, type GeneralName, KEY_PURPOSES, parseIpAddress } from '@sealwright/pki';
import type { NameRule } from '../../profiles/index.ts';
import { findNameFaults } from './name-rules.ts';

const ALL_WARN = {
  unusualHostName: 'WARN',
  unrepeatedCommonName: 'WARN',
  publicSuffix: 'WARN',
  internalName: 'WARN',
  misplacedWildcard: 'WARN',
} as const;
const SERVER = { nameRules: ALL_WARN, extendedKeyUsage: { critical: false, purposes: [KEY_PURPOSES.serverAuth] } };
const PERSON = { nameRules: ALL_WARN, extendedKeyUsage: undefined };

const dns = (value: string): GeneralName => ({ type: 'dNSName', value });
const address = (text: string): GeneralName => ({ type: 'iPAddress', value: parseIpAddress(text)! });

/** Returns the rules that one alternative name breaks. */
async function rulesOf(name: GeneralName): Promise<readonly NameRule[]> {
  const names = { subject: DistinguishedName.parse(''), alternativeNames: [name] };
  return (await findNameFaults(SERVER, names)).map(({ rule }) => rule);
}

/** Returns the rules that one common name breaks, apart from the one on repetition. */
async function rulesOfCommonName(name: string, profile: typeof SERVER | typeof PERSON) {
  const subject = DistinguishedName.of([[{ type: COMMON_NAME, value: name }]]);
  const found = await findNameFaults(profile, { subject, alternativeNames: [] });
  return found.map(({ rule }) => rule).filter((rule) => rule !== 'unrepeatedCommonName');
}

const COMMON_NAME = DistinguishedName.parse('CN=x').rdns[0]![0]!.type;

describe('a name rule', () => {
  for (const [name, ...rules] of [
    ['www.sealwright.com'],
    ['*.sealwright.com'],
    ['a.example.com'],
    ['WWW.SEALWRIGHT.CO.UK'],
    ['xn--bcher-kva.com'],
    ['1.2.example.com'],
    ['pages.github.io'],
    ['*.github.io'],
    ['2gzyxa5ihm7nsggfxnu52rck2vv4rvmdlkiu3zzui5du4xyclen53wid.onion'],
    ['my_host.example.com', 'unusualHostName'],
    ['*.my_host.example.com', 'unusualHostName'],
    ['-a.example.com', 'unusualHostName'],
    ['a-.example.com', 'unusualHostName'],
    ['a..example.com', 'unusualHostName'],
    [`${'a'.repeat(64)}.example.com`, 'unusualHostName'],
    [`${'a.'.repeat(122)}example.com`, 'unusualHostName'],
    ['ab--c.example.com', 'unusualHostName'],
    ['xn--a.example.com', 'unusualHostName'],
    ['xn--abc-.example.com', 'unusualHostName'],
    ['bücher.com', 'unusualHostName'],
    ['host.123', 'unusualHostName', 'internalName'],
    ['co.uk', 'publicSuffix'],
    ['CO.UK', 'publicSuffix'],
    ['com', 'publicSuffix'],
    ['*.com', 'publicSuffix'],
    ['*.co.uk', 'publicSuffix'],
    ['*.kobe.jp', 'publicSuffix'],
    ['foo.kobe.jp', 'publicSuffix'],
    ['city.kobe.jp'],
    ['*.xn--55qx5d.cn', 'publicSuffix'],
    ['server', 'internalName'],
    ['localhost', 'internalName'],
    ['a.localhost', 'internalName'],
    ['a.local', 'internalName'],
    ['a.internal', 'internalName'],
    ['a.corp', 'internalName'],
    ['a.home', 'internalName'],
    ['a.mail', 'internalName'],
    ['a.lan', 'internalName'],
    ['a.test', 'internalName'],
    ['a.invalid', 'internalName'],
    ['a.example', 'internalName'],
    ['a.alt', 'internalName'],
    ['a.home.arpa', 'internalName'],
    ['*.corp', 'internalName'],
    ['1.168.192.in-addr.arpa', 'internalName'],
    ['*.1.168.192.IN-ADDR.ARPA', 'internalName'],
    ['4.3.2.10.in-addr.arpa', 'internalName'],
    ['10.in-addr.arpa', 'internalName'],
    ['printer.20.172.in-addr.arpa', 'internalName'],
    ['d.f.ip6.arpa', 'internalName'],
    ['192.in-addr.arpa'],
    ['172.in-addr.arpa'],
    ['8.8.8.in-addr.arpa'],
    ['0.0.7.4.6.0.6.2.ip6.arpa'],
    ['www.in-addr.arpa'],
    ['*', 'misplacedWildcard'],
    ['f*.example.com', 'misplacedWildcard'],
    ['a.*.example.com', 'misplacedWildcard'],
    ['*.*.example.com', 'misplacedWildcard'],
    ['*a.example.com', 'misplacedWildcard'],
  ] as const satisfies readonly (readonly [name: string, ...NameRule[]])[])
    it(`finds ${rules.length === 0 ? 'nothing' : rules.join(' and ')} in the host name ${name.slice(0, 40)}`, async () => {
      assert.deepEqual(await rulesOf(dns(name)), rules);
    });

  for (const [text, isInternal] of [
    ['10.1.2.3', true],
    ['172.16.0.1', true],
    ['192.168.0.1', true],
    ['127.0.0.1', true],
    ['169.254.1.1', true],
    ['100.64.0.1', true],
    ['fd00::1', true],
    ['fe80::1', true],
    ['::1', true],
    ['2001:db8::1', true],
    ['3fff::1', true],
    ['3fff:fff::1', true],
    ['5f00::1', true],
    ['::', true],
    ['::10.0.0.1', true],
    ['::8.8.8.8', true],
    ['64:ff9b:1::1', true],
    ['8.8.8.8', false],
    ['172.32.0.1', false],
    ['2606:4700::1111', false],
    ['3fff:1000::1', false],
    ['64:ff9b:2::1', false],
    ['::ffff:8.8.8.8', false],
  ] as const)
    it(`takes the address ${text} for ${isInternal ? 'an internal' : 'a public'} one`, async () => {
      assert.deepEqual(await rulesOf(address(text)), isInternal ? ['internalName'] : []);
    });

  it('judges all common names of a server, and other common names that look like host names or addresses', async () => {
    for (const [name, ofServer, ofPerson] of [
      ['www.sealwright.com', [], []],
      ['localhost', ['internalName'], []],
      ['My Server', ['unusualHostName', 'internalName'], []],
      ['Alice Smith', ['unusualHostName', 'internalName'], []],
      ['alice@corp.local', ['unusualHostName', 'internalName'], []],
      ['a.corp', ['internalName'], ['internalName']],
      ['my_host.example.com', ['unusualHostName'], ['unusualHostName']],
      ['f*.example.com', ['misplacedWildcard'], ['misplacedWildcard']],
      ['*.co.uk', ['publicSuffix'], ['publicSuffix']],
      ['bücher.com', ['unusualHostName'], ['unusualHostName']],
      ['10.0.0.1', ['internalName'], ['internalName']],
      // As relying parties may read them: with a final dot, or with full stops and marks of other scripts.
      ['server.corp.', ['unusualHostName', 'internalName'], ['unusualHostName', 'internalName']],
      ['co.uk.', ['unusualHostName', 'publicSuffix'], ['unusualHostName', 'publicSuffix']],
      ['www\u3002corp', ['unusualHostName', 'internalName'], ['unusualHostName', 'internalName']],
      [
        '\u0939\u093F\u0928\u094D\u0926\u0940.corp',
        ['unusualHostName', 'internalName'],
        ['unusualHostName', 'internalName'],
      ],
    ] as const) {
      assert.deepEqual(await rulesOfCommonName(name, SERVER), ofServer, name);
      assert.deepEqual(await rulesOfCommonName(name, PERSON), ofPerson, name);
    }
  });

  it('requires each common name among the alternative names', async () => {
    const alternativeNames: readonly GeneralName[] = [
      dns('www.sealwright.com'),
      address('2606:4700::1111'),
      { type: 'rfc822Name', value: 'alice@sealwright.com' },
    ];
    const rules = { ...SERVER, nameRules: { ...ALL_WARN, unusualHostName: 'ALLOW', internalName: 'ALLOW' } as const };
    const found = async (subject: string) =>
      (await findNameFaults(rules, { subject: DistinguishedName.parse(subject), alternativeNames })).map(
        ({ message }) => message,
      );
    assert.deepEqual(await found('CN=WWW.sealwright.com'), []);
    assert.deepEqual(await found('CN=2606:4700:0:0::1111'), []);
    assert.deepEqual(await found('CN=alice@sealwright.com'), []);
    assert.deepEqual(await found('O=Sealwright'), []);
    assert.deepEqual(await found('CN=www.sealwright.com,CN=mail.sealwright.com'), [
      "the common name 'mail.sealwright.com' is not among the alternative names; it has to be",
    ]);
  });

  it('states the correct form', async () => {
    const names = {
      subject: DistinguishedName.parse(''),
      alternativeNames: [dns('my_host.example.com'), dns('bücher.com'), dns('*.co.uk'), dns('server.corp')],
    };
    assert.deepEqual(
      (await findNameFaults(SERVER, names)).map(({ message }) => message),
      [
        "the dNSName 'my_host.example.com' is not a usual host name: the label 'my_host' has '_'; letters, digits and hyphens are right",
        "the dNSName 'bücher.com' is not a usual host name: it has characters beyond ASCII; 'xn--bcher-kva.com' is right",
        "the dNSName '*.co.uk' is a wildcard right below the public suffix 'co.uk', for names of everybody; one below a registered domain is right",
        "the dNSName 'server.corp' is not an internet name: its domain does not exist there, or is set aside; one in a registered domain is right",
      ],
    );
  });

  it('finds nothing if it allows, and treats a name that breaks two rules as each rule says', async () => {
    const nameRules = { ...ALL_WARN, unusualHostName: 'ALLOW', internalName: 'REFUSE' } as const;
    const names = { subject: DistinguishedName.parse(''), alternativeNames: [dns('my_host.corp')] };
    const found = await findNameFaults({ ...PERSON, nameRules }, names);
    assert.deepEqual(
      found.map(({ rule, treatment }) => [rule, treatment]),
      [['internalName', 'REFUSE']],
    );
  });
});
