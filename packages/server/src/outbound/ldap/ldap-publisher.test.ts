import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { publishedCrl } from '../../../test/published-objects.ts';
import type { LdapPublisherSettings } from '../../modules/publishers/index.ts';
import type { OutboundSockets } from '../outbound-sockets.ts';
import { LdapPublisher } from './ldap-publisher.ts';

describe('a publisher to a directory', () => {
  for (const act of ['publish', 'remove'] as const)
    it(`reads nothing of an object that is too large, and connects to nobody: ${act}`, async () => {
      const settings = { baseDn: 'dc=example', caNameAttributes: [[{ type: '2.5.4.3', name: 'cn' }]] };
      const publisher = new LdapPublisher(settings as unknown as LdapPublisherSettings, {
        sockets: undefined as unknown as OutboundSockets,
      });
      const read = () => Promise.reject(new RangeError('read'));
      const object = publishedCrl({ content: { octets: 33 * 1024 * 1024, inMemory: undefined, read } });
      await assert.rejects(publisher[act](object, new AbortController().signal), {
        code: 'publisher.not_published',
        scope: 'final',
      });
    });
});
