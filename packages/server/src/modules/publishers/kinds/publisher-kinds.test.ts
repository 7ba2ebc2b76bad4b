import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Secret } from '../../configuration/index.ts';
import { readTarget } from '../index.ts';

function read(type: string, settings: Readonly<Record<string, string | Secret>>) {
  const problems: Record<string, string> = {};
  return { target: readTarget(type, settings, (field, problem) => (problems[field] = problem)), problems };
}

describe('kind and settings of a publisher', () => {
  it('are read, whatever case and blanks their names have', () => {
    const { target, problems } = read('files', { Directory: ' /var/www/pki/ ' });
    assert.deepEqual(problems, {});
    assert.deepEqual(target, { type: 'FILES', settings: { directory: '/var/www/pki/' } });
  });

  it('have secrets sealed until they are used', () => {
    const secret = new Secret(false, () => 'a key of sixteen octets');
    const { target } = read('WEBHOOK', { url: 'https://hooks.example.com/x', secret });
    assert.deepEqual(target, { type: 'WEBHOOK', settings: { url: 'https://hooks.example.com/x', secret } });
    assert.doesNotMatch(JSON.stringify(target), /sixteen/);
  });

  for (const [what, type, settings, field, problem] of [
    ['a kind that is not there', 'Validation Authority Peer Publisher', {}, 'type', /cannot publish; it has FILES, /],
    ['a misspelled kind', 'WEBHOK', {}, 'type', /WEBHOOK/],
    [
      'a setting that nothing reads',
      'FILES',
      { directory: '/a', only: 'crl' },
      'settings.only',
      /not a setting of this kind/,
    ],
    [
      'a setting that is there twice',
      'FILES',
      { directory: '/a', Directory: '/b' },
      'settings.Directory',
      /given twice/,
    ],
    ['no directory', 'FILES', {}, 'settings.directory', /missing/],
    ['a relative directory', 'FILES', { directory: 'www' }, 'settings.directory', /absolute/],
    ['no URL', 'WEBHOOK', { url: 'hooks' }, 'settings.url', /http or https/],
    ['a URL with a password', 'WEBHOOK', { url: 'https://a:b@example.com/' }, 'settings.url', /password/],
  ] as const)
    it(`are refused with ${what}`, () => assert.match(read(type, settings).problems[field]!, problem));
});
