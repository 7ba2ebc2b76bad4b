/** Names that must not get into a certificate, over the real use cases. */
import { type Extension, contextPrimitive, type Oid, oid, subjectAltName, Tag, writeDer } from '@sealwright/pki';
import assert from 'node:assert/strict';
import { afterEach, describe, it } from 'node:test';
import { assertRefusal, certificatesOf, enroll, ENROLL, sharedServer } from '../support/ca-rest-setup.ts';
import { newRequest } from '../support/enrollment.ts';

const COMMON_NAME = oid('2.5.4.3');

/** The DER of a name as nobody's library would write it. */
function nameOf(...values: readonly (readonly [type: Oid, tag: number, text: string])[]): Uint8Array {
  return writeDer((writer) =>
    writer.sequence((name) => {
      for (const [type, tag, text] of values)
        name.setOf([
          writeDer((pair) => pair.sequence(() => pair.oid(type).primitive(tag, new TextEncoder().encode(text)))),
        ]);
    }),
  );
}

const commonName = (text: string) => nameOf([COMMON_NAME, Tag.utf8String, text]);

/** Alternative names, among them such as are not written otherwise. */
function dnsNames(names: readonly string[]): Extension[] {
  const value = writeDer((writer) =>
    writer.sequence(() => names.forEach((name) => writer.ascii(name, contextPrimitive(2)))),
  );
  return [{ oid: subjectAltName.oid, critical: false, value }];
}

describe('names that a certificate request asks for', () => {
  const shared = sharedServer();
  const send = async (subject: string | Uint8Array, extensions: readonly Extension[] = []) =>
    shared.server.call(ENROLL, { body: newRequest({ username: 'names', subject, extensions }) });
  afterEach(async () => {
    await enroll(shared.server, newRequest({ username: 'good', subject: 'CN=good' }));
    assert.equal(certificatesOf(shared.server, 'names'), 0);
  });

  const CASES: readonly [why: string, subject: string | Uint8Array, extensions: () => Extension[], message: RegExp][] =
    [
      [
        'a NUL in the common name',
        commonName('a.example\0.evil'),
        () => [],
        /^Invalid certificate_request: .* CN holds a c/,
      ],
      ['a line break in the common name', commonName('a\nb'), () => [], /CN holds a control character\.$/],
      ['an empty common name', commonName(''), () => [], /^Invalid certificate_request: the value of CN is empty\.$/],
      ['a common name of 5,000', commonName('a'.repeat(5000)), () => [], /'a{40}\.\.\.' has 5000: CN takes at most 64/],
      [
        'a NUL in a dNSName',
        'CN=a',
        () => dnsNames(['a.example', 'a.example\0.evil']),
        /^Invalid certificate_req.*dNSName/,
      ],
      ['an empty dNSName', 'CN=a', () => dnsNames(['']), /dNSName '' is invalid/],
      [
        '501 dNSNames',
        'CN=a',
        () => dnsNames(Array<string>(501).fill('a.example')),
        /501 alternative names.* at most 500\.$/,
      ],
      [
        '14,000 dNSNames',
        'CN=a',
        () => dnsNames(Array<string>(14_000).fill('a.example')),
        /^Invalid certificate_request: a GeneralNames of more than 1000/,
      ],
      [
        '11,000 components',
        nameOf(...Array.from({ length: 11_000 }, () => [COMMON_NAME, Tag.utf8String, 'a'] as const)),
        () => [],
        /^Invalid certificate_request: a name of more than 1000 attributes/,
      ],
      [
        '129 components',
        nameOf(...Array.from({ length: 129 }, () => [COMMON_NAME, Tag.utf8String, 'a'] as const)),
        () => [],
        /^Invalid certificate_request: a name of 129 attributes.* at most 128\.$/,
      ],
    ];
  for (const [why, subject, extensions, message] of CASES)
    it(`are refused for ${why}`, async () => {
      const answer = await send(subject, extensions());
      assertRefusal(answer, 400, message);
      assert.ok(answer.text.length < 300);
    });

  it('are refused in subject_dn too, where it has a value in hexadecimal', async () => {
    const body = newRequest({ username: 'names', subject: 'CN=a' });
    const answer = await shared.server.call(ENROLL, { body: { ...body, subject_dn: 'CN=#0c036100620a' } });
    assertRefusal(answer, 400, /^subject_dn is not a distinguished name: /);
    const nul = await shared.server.call(ENROLL, { body: { ...body, subject_dn: 'CN=#0c03610062' } });
    assertRefusal(nul, 400, 'subject_dn is not a distinguished name: the value of CN holds a control character');
  });

  it('are not looked at where subject_dn replaces them', async () => {
    const body = { ...newRequest({ username: 'replaced', subject: commonName('a\0') }), subject_dn: 'CN=replaced' };
    assert.equal((await enroll(shared.server, body)).subject.toString(), 'CN=replaced');
  });
});
