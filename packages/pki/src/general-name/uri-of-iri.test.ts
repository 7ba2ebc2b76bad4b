import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { uriOfIri } from './uri-of-iri.ts';

describe('the URI of an address', () => {
  for (const [what, iri, uri] of [
    ['in ASCII, as it is', 'HTTP://ca.example/a b?%zz', 'HTTP://ca.example/a b?%zz'],
    // The example of RFC 3987 §3.1, with the host of the DNS.
    ['whose host has other letters', 'http://résumé.example.org', 'http://xn--rsum-bpad.example.org'],
    ['whose path has', 'http://www.example.org/red%09rosé#red', 'http://www.example.org/red%09ros%C3%A9#red'],
    [
      'with all parts',
      'http://käthe@münchen.example:8080/straße?q=ä#ö',
      'http://k%C3%A4the@xn--mnchen-3ya.example:8080/stra%C3%9Fe?q=%C3%A4#%C3%B6',
    ],
    ['of LDAP', 'ldap://ldap.example/cn=Måns,o=😀', 'ldap://ldap.example/cn=M%C3%A5ns,o=%F0%9F%98%80'],
    ['without a host', 'urn:example:blå', 'urn:example:bl%C3%A5'],
    ['whose host has large letters', 'http://MÜNCHEN.Example/x', 'http://xn--mnchen-3ya.example/x'],
    ['with the host of a number', 'http://[2001:db8::1]:8080/ü', 'http://[2001:db8::1]:8080/%C3%BC'],
    ['with a partition', 'http://münchen.example/crl-*.crl', 'http://xn--mnchen-3ya.example/crl-*.crl'],
  ] as const)
    it(what, () => assert.equal(uriOfIri(iri), uri));

  it('does not exist where a host would become another one', () => {
    for (const iri of [
      String.raw`http://a\ü.example/x`,
      'http://\u200b.example/',
      'http://a\u200b.example/',
      'http://a\u00ad.example/',
      'http://a\tü.example/',
      'http://\tü.example/',
      'http://crl*ü.example/',
      'http://a_ü.example/',
      'http://ü\u200b.example/',
      'http://ﬁü.example/',
      'http://ü..example/',
      'http://ａ.example/',
      'http://ü。example/',
      'http://[::1]ü/x',
      'http://[::ü]/x',
      'http://ca.example:8ü/x',
    ])
      assert.equal(uriOfIri(iri), undefined, JSON.stringify(iri));
  });

  it('does not exist where a text is not well-formed, or a host cannot be', () => {
    for (const iri of ['http://ca.example/\ud800', 'http://a b.é/', 'http://é%00.example/'])
      assert.equal(uriOfIri(iri), undefined, iri);
  });
});
