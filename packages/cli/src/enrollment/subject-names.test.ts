import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { formatGeneralNames } from '@sealwright/pki';
import { parseSubjectName } from './subject-names.ts';

describe('--san', () => {
  const good: readonly (readonly [text: string, name: string])[] = [
    ['dns:web1.example', 'dNSName=web1.example'],
    ['DNS:*.example', 'dNSName=*.example'],
    ['dns:b\u00fccher.example', 'dNSName=xn--bcher-kva.example'],
    ['ip:10.0.0.1', 'iPAddress=10.0.0.1'],
    ['ip:2001:db8::1', 'iPAddress=2001:db8::1'],
    ['email:a@example.com', 'rfc822Name=a@example.com'],
    ['uri:https://example.com/a,b?c=d', 'uniformResourceIdentifier=https://example.com/a\\,b?c=d'],
    ['dn:CN=a,O=b', 'directoryName=CN=a\\,O=b'],
    ['upn:alice@example.com', 'upn=alice@example.com'],
    ['rid:1.2.3', 'registeredID=1.2.3'],
    ['krb5:krbtgt/EXAMPLE.COM@EXAMPLE.COM', 'krb5principal=krbtgt/EXAMPLE.COM@EXAMPLE.COM'],
    ['permanent:4711/1.2.3', 'permanentIdentifier=4711/1.2.3'],
  ];
  for (const [text, name] of good) {
    it(`takes ${text}`, () => assert.equal(formatGeneralNames([parseSubjectName(text)]), name));
  }

  for (const text of ['', 'web1', 'dns:', 'dns:a b', 'ip:10.0.0.0/8', 'ip:web1', 'xyz:a', 'constructor:a', ':a']) {
    it(`refuses '${text}'`, () => assert.throws(() => parseSubjectName(text), { code: 'cli.usage' }));
  }
});
