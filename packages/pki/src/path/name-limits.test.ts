import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { TestCa, type TestSubject } from '../../../../test/pki/test-pki.ts';
import { CONSTRAINED_NAMES } from '../../test/constrained-names.ts';
import { type GeneralSubtree, makeExtension, type NameConstraints, nameConstraints } from '../extension/index.ts';
import {
  type GeneralName,
  otherName,
  OTHER_NAME_FORMS,
  parseGeneralNames,
  parseIpNetwork,
} from '../general-name/index.ts';
import { subjectAltName } from '../extension/index.ts';
import { oid, Tag } from '../der/index.ts';
import { DistinguishedName } from '../name/index.ts';
import { NameLimits, nameLimitsOf, subjectNamesOf } from './name-limits.ts';
import { trustAnchorOf } from './trust-anchor.ts';
import { validatePath } from './validate-path.ts';

const root = TestCa.root('CN=Root');
/** The subject is that of the name constraints of directory names, or nobody's. */
const leaf = (names: string, others: Partial<TestSubject> = {}) =>
  subjectNamesOf(root.issue({ subject: '', alternativeNames: names, ...others }).certificate, true);

describe('the name constraints of a CA', () => {
  for (const { subtree, name, within } of CONSTRAINED_NAMES) {
    const certificate = leaf(name);
    it(`${within ? 'permit' : 'do not permit'} ${name} by ${subtree}`, () => {
      const check = () => limits({ permittedSubtrees: [subtreeOf(subtree)] }).check(certificate);
      if (within) check();
      else assert.throws(check, { code: 'path.name_not_permitted' });
    });

    it(`${within ? 'exclude' : 'do not exclude'} ${name} by ${subtree}`, () => {
      const check = () => limits({ excludedSubtrees: [subtreeOf(subtree)] }).check(certificate);
      if (within) assert.throws(check, { code: 'path.name_not_permitted' });
      else check();
    });
  }

  it('say nothing of names of other forms', () => {
    limits({ permittedSubtrees: [subtreeOf('dNSName=example.com')] }).check(leaf('rfc822Name=alice@evil.net'));
  });

  it('have to permit a name by the list of every CA above', () => {
    const both = limits({ permittedSubtrees: [subtreeOf('dNSName=example.com')] });
    both.add({ permittedSubtrees: [subtreeOf('dNSName=a.example.com')] }, root.certificate.subject);
    both.check(leaf('dNSName=x.a.example.com'));
    assert.throws(() => both.check(leaf('dNSName=b.example.com')), { code: 'path.name_not_permitted' });
  });

  it('exclude a wildcard that stands for an excluded host', () => {
    const excluding = limits({ excludedSubtrees: [subtreeOf('dNSName=secret.example.com')] });
    assert.throws(() => excluding.check(leaf('dNSName=*.example.com')), { code: 'path.name_not_permitted' });
    excluding.check(leaf('dNSName=*.example.net'));
  });

  it('do not permit a wildcard of which one host only is permitted', () => {
    const permitting = limits({ permittedSubtrees: [subtreeOf('dNSName=www.example.com')] });
    assert.throws(() => permitting.check(leaf('dNSName=*.example.com')), { code: 'path.name_not_permitted' });
  });

  it('leave a wildcard of the domain itself outside of the hosts below it', () => {
    const excluding = limits({ excludedSubtrees: [subtreeOf('dNSName=.example.com')] });
    excluding.check(leaf('dNSName=*.com'));
    assert.throws(() => excluding.check(leaf('dNSName=*.example.com')), { code: 'path.name_not_permitted' });
  });

  it('on IPv4 exclude an IPv6 address that stands for an excluded one, and do not permit it', () => {
    const network = subtreeOf('iPAddress=10.0.0.0/8');
    const mapped = leaf('iPAddress=::ffff:10.1.2.3');
    assert.throws(() => limits({ excludedSubtrees: [network] }).check(mapped), { code: 'path.name_not_permitted' });
    assert.throws(() => limits({ permittedSubtrees: [network] }).check(mapped), { code: 'path.name_not_permitted' });
    limits({ excludedSubtrees: [network] }).check(leaf('iPAddress=::ffff:192.0.2.1'));
  });

  it('that exclude all of IPv6 leave IPv4 alone', () => {
    limits({ excludedSubtrees: [subtreeOf('iPAddress=::/0')] }).check(leaf('iPAddress=10.1.2.3'));
  });

  it('hold for a common name that looks like a host, unless there is a dNSName', () => {
    const hosts = limits({ permittedSubtrees: [subtreeOf('dNSName=example.com')] });
    for (const host of ['www.evil.net', '*.evil.net', '10.0.0.1'])
      assert.throws(() => hosts.check(leaf('', { subject: `CN=${host}` })), { code: 'path.name_not_permitted' }, host);
    hosts.check(leaf('', { subject: 'CN=www.example.com' }));
    hosts.check(leaf('', { subject: 'CN=Alice Evil.Net' }));
    hosts.check(leaf('', { subject: 'CN=localhost' }));
    hosts.check(leaf('dNSName=www.example.com', { subject: 'CN=www.evil.net' }));
  });

  it('leave the common name of a CA in the middle of a path alone', () => {
    const { certificate } = root.issue({ subject: 'CN=pki.evil.net' });
    limits({ permittedSubtrees: [subtreeOf('dNSName=example.com')] }).check(subjectNamesOf(certificate, false));
  });

  it('hold for a common name that is an address', () => {
    const addresses = limits({ permittedSubtrees: [subtreeOf('iPAddress=10.0.0.0/8')] });
    assert.throws(() => addresses.check(leaf('', { subject: 'CN=192.168.1.1' })), { code: 'path.name_not_permitted' });
    addresses.check(leaf('', { subject: 'CN=10.1.1.1' }));
  });

  it('refuse an address in the subject of another string type', () => {
    const ia5 = DistinguishedName.parse('E=alice@example.com');
    const at = ia5.der.indexOf(Tag.ia5String);
    const subject = DistinguishedName.fromDer(ia5.der.with(at, Tag.utf8String));
    const mail = limits({ permittedSubtrees: [subtreeOf('rfc822Name=example.com')] });
    assert.throws(() => mail.check({ subject, alternativeNames: [], isLast: true }), {
      code: 'path.name_not_permitted',
    });
  });

  it('of another type of otherName say nothing', () => {
    const [upn, mailbox] = ['upn', 'smtpUTF8Mailbox'].map((label) =>
      OTHER_NAME_FORMS.find((form) => form.label === label)!,
    ) as [(typeof OTHER_NAME_FORMS)[number], (typeof OTHER_NAME_FORMS)[number]];
    const constraints = limits({ permittedSubtrees: [{ base: otherName(upn, 'a@example.com')!, minimum: 0 }] });
    constraints.check(withNames([otherName(mailbox, 'alice@evil.net')!]));
    assert.throws(() => constraints.check(withNames([otherName(upn, 'a@example.com')!])), {
      code: 'path.name_not_permitted',
    });
  });

  it('name the name, the constraint and the CA', () => {
    const constrained = TestCa.root('CN=Limited', 'P-256', [
      makeExtension(nameConstraints, { permittedSubtrees: [subtreeOf('dNSName=a.example')] }, true),
    ]);
    assert.throws(() => nameLimitsOf([constrained.certificate])!.check(leaf('dNSName=www.evil.example')), {
      message: "dNSName=www.evil.example is not within what the CA 'CN=Limited' permits of its form, dNSName=a.example",
    });
    assert.throws(
      () => limits({ excludedSubtrees: [subtreeOf('iPAddress=10.0.0.0/8')] }).check(leaf('iPAddress=10.0.0.1')),
      { message: "iPAddress=10.0.0.1 is excluded by iPAddress=10.0.0.0/8 of the CA 'CN=Root'" },
    );
  });

  it('hold for the subject, and for a mail address in it', () => {
    const names = limits({ permittedSubtrees: [subtreeOf('directoryName=O=Example')] });
    assert.throws(() => names.check(leaf('dNSName=a.b', { subject: 'CN=a,O=Other' })), {
      code: 'path.name_not_permitted',
    });
    const mail = limits({ permittedSubtrees: [subtreeOf('rfc822Name=example.com')] });
    mail.check(leaf('', { subject: 'E=alice@example.com' }));
    assert.throws(() => mail.check(leaf('', { subject: 'E=alice@evil.net' })), { code: 'path.name_not_permitted' });
  });

  it('for mail hold for mailboxes of characters beyond ASCII', () => {
    const form = OTHER_NAME_FORMS.find(({ label }) => label === 'smtpUTF8Mailbox')!;
    const certificate = withNames([otherName(form, 'alice@evil.net')!]);
    const mail = limits({ permittedSubtrees: [subtreeOf('rfc822Name=example.com')] });
    assert.throws(() => mail.check(certificate), { code: 'path.name_not_permitted' });
  });

  it('refuse names of a form whose constraints are not applied', () => {
    const name: GeneralName = { type: 'registeredID', value: oid('1.2.3') };
    const constraints = limits({
      excludedSubtrees: [{ base: { type: 'registeredID', value: oid('1.2.4') }, minimum: 0 }],
    });
    assert.throws(() => constraints.check(withNames([name])), { code: 'path.name_not_permitted' });
    constraints.check(leaf('dNSName=example.com'));
  });

  it('refuse a name that has no place in any subtree', () => {
    const hosts = limits({ excludedSubtrees: [subtreeOf('uniformResourceIdentifier=example.com')] });
    for (const uri of [
      'urn:a:b',
      'https://10.0.0.1/',
      'https://[::1]/',
      'https:///path',
      'https://user@example.net/',
      'https://example.net?a',
    ])
      assert.throws(
        () => hosts.check(leaf(`uniformResourceIdentifier=${uri}`)),
        { code: 'path.name_not_permitted' },
        uri,
      );
    const domains = limits({ excludedSubtrees: [subtreeOf('dNSName=example.com')] });
    assert.throws(() => domains.check(withNames([{ type: 'dNSName', value: 'example..com' }])), {
      code: 'path.name_not_permitted',
    });
  });

  for (const [subtree, name] of [
    ['dNSName=*.example.com', 'dNSName=www.example.com'],
    ['dNSName=example.com.', 'dNSName=www.example.com'],
    ['rfc822Name=@example.com', 'rfc822Name=alice@example.com'],
    ['rfc822Name=*.example.com', 'rfc822Name=alice@www.example.com'],
    ['uniformResourceIdentifier=https://example.com', 'uniformResourceIdentifier=https://example.com/'],
  ] as const) {
    it(`are refused when what they exclude is not a subtree: ${subtree}`, () => {
      const excluding = limits({ excludedSubtrees: [subtreeOf(subtree)] });
      assert.throws(() => excluding.check(leaf(name)), { code: 'path.name_constraints' });
    });
  }

  it('with a minimum or a maximum are refused', () => {
    const { base } = subtreeOf('dNSName=example.com');
    for (const subtree of [
      { base, minimum: 1 },
      { base, minimum: 0, maximum: 2 },
    ]) {
      assert.throws(() => limits({ permittedSubtrees: [subtree] }), { code: 'path.name_constraints' });
      assert.throws(() => limits({ excludedSubtrees: [subtree] }), { code: 'path.name_constraints' });
    }
  });

  it('are refused when they or the names are too many', () => {
    const many = Array.from({ length: 1025 }, (_, at) => subtreeOf(`dNSName=a${at}.example`));
    assert.throws(() => limits({ excludedSubtrees: many }), { code: 'path.name_constraints' });
    const names = Array.from({ length: 200 }, (_, at) => ({ type: 'dNSName', value: `b${at}.example` }) as const);
    const certificate = withNames(names);
    assert.throws(() => limits({ excludedSubtrees: many.slice(1) }).check(certificate), {
      code: 'path.name_constraints',
    });
  });

  it('of a trusted root bind the CAs below', () => {
    const constraints = makeExtension(nameConstraints, { permittedSubtrees: [subtreeOf('dNSName=example.com')] }, true);
    const trusted = root.subordinate('CN=Trusted', 'P-256', [constraints]);
    const below = (names: string) => trusted.issue({ subject: 'CN=a', alternativeNames: names }).certificate;
    const now = Date.UTC(2026, 0, 1) / 1000;
    validatePath(trustAnchorOf(trusted.certificate), [below('dNSName=www.example.com')], { now });
    assert.throws(() => validatePath(trustAnchorOf(trusted.certificate), [below('dNSName=evil.net')], { now }), {
      code: 'path.name_not_permitted',
    });
  });
});

function limits(constraints: NameConstraints): NameLimits {
  const found = new NameLimits();
  found.add(constraints, root.certificate.subject);
  return found;
}

function subtreeOf(text: string): GeneralSubtree {
  const network = text.startsWith('iPAddress=') ? parseIpNetwork(text.slice('iPAddress='.length)) : undefined;
  if (network !== undefined) return { base: { type: 'iPAddress', value: network }, minimum: 0 };
  // The text form takes names, and constraints of hosts may begin with a dot.
  const [, type, value] = /^(\w+)=(.*)$/.exec(text)!;
  if (type === 'directoryName') return { base: parseGeneralNames(text)[0]!, minimum: 0 };
  return { base: { type, value } as GeneralName, minimum: 0 };
}

function withNames(names: readonly GeneralName[]) {
  const { certificate } = root.issue({ subject: 'CN=a', extensions: [makeExtension(subjectAltName, names, false)] });
  return subjectNamesOf(certificate, true);
}
