import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { envelopeFixtures } from '../../../test/envelope-fixtures.ts';
import { contentType } from '../basic-attributes.ts';
import { AuthEnvelopedData, isWrappedFor, unwrapKey } from './index.ts';

describe('an envelope of a file', () => {
  for (const { name, envelope, keyPair } of envelopeFixtures()) {
    it(`${name} is opened`, async () => {
      const read = AuthEnvelopedData.parse(envelope);
      const { wrapped } = read.recipients.find((recipient) => isWrappedFor(keyPair.publicKey, recipient.wrapped))!;
      const key = await unwrapKey(keyPair, wrapped, (octets) => new Uint8Array(octets));
      const attributes = read.attributes.filter(({ type }) => type !== contentType.oid);
      assert.equal(new TextDecoder().decode(read.open(key, attributes)), 'what is sealed\n');
    });
  }
});
