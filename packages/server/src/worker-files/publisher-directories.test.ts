import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { publishedCrl } from '../../test/published-objects.ts';
import { allowedDirectory } from '../../test/allowed-directory.ts';
import { contentOf } from '../kernel/content.ts';
import { FilesPublisher } from './publisher-directories.ts';

describe('a file publisher', () => {
  const { root, allowed } = allowedDirectory();
  const at = (directory: string) => new FilesPublisher({ directory }, { allowed: [allowed], nowMs: () => Date.now() });
  const { signal } = new AbortController();

  it('writes files readable by all users, and replaces existing ones atomically', async () => {
    const files = at(path.join(allowed, 'pki'));
    const large = Buffer.alloc(500_000, 7);
    await files.publish(publishedCrl({ content: contentOf(Buffer.from('first')) }), signal);
    await files.publish(publishedCrl({ content: contentOf(large) }), signal);
    const file = path.join(allowed, 'pki/crls/Root_20CA.crl');
    assert.deepEqual(readFileSync(file), large);
    assert.equal(statSync(file).mode & 0o777, 0o644);
    assert.deepEqual(readdirSync(path.join(allowed, 'pki')).toSorted(), ['.drafts', 'crls']);
    assert.deepEqual(readdirSync(path.join(allowed, 'pki/.drafts')), []);
  });

  it('keeps the existing file if the new one cannot be read completely', async () => {
    const files = at(path.join(allowed, 'kept'));
    await files.publish(publishedCrl({ content: contentOf(Buffer.from('first')) }), signal);
    const failing = { octets: 9, inMemory: undefined, read: () => Promise.reject(new RangeError('gone')) };
    await assert.rejects(files.publish(publishedCrl({ content: failing }), signal), RangeError);
    const aborted = AbortSignal.abort();
    await assert.rejects(files.publish(publishedCrl({ content: contentOf(Buffer.from('second')) }), aborted));
    assert.equal(readFileSync(path.join(allowed, 'kept/crls/Root_20CA.crl'), 'utf8'), 'first');
    assert.deepEqual(readdirSync(path.join(allowed, 'kept/.drafts')), []);
  });

  it('changes nothing once its time is over, whatever it had done by then', async () => {
    const files = at(path.join(allowed, 'late'));
    await files.publish(publishedCrl({ content: contentOf(Buffer.from('newer')) }), signal);
    const over = new AbortController();
    const read = () => {
      over.abort();
      return Promise.resolve(Buffer.from('older'));
    };
    const late = publishedCrl({ content: { octets: 5, inMemory: undefined, read } });
    await assert.rejects(files.publish(late, over.signal), { name: 'AbortError' });
    await assert.rejects(files.remove(late, over.signal), { name: 'AbortError' });
    assert.equal(readFileSync(path.join(allowed, 'late/crls/Root_20CA.crl'), 'utf8'), 'newer');
    assert.deepEqual(readdirSync(path.join(allowed, 'late/.drafts')), []);
  });

  it('removes a file, even if it does not exist', async () => {
    const files = at(path.join(allowed, 'removed'));
    await files.publish(publishedCrl({}), signal);
    await files.remove(publishedCrl({}), signal);
    await files.remove(publishedCrl({}), signal);
    assert.deepEqual(readdirSync(path.join(allowed, 'removed/crls')), []);
  });

  it('removes old drafts left by a crash', async () => {
    const drafts = path.join(allowed, 'crashed/.drafts');
    mkdirSync(drafts, { recursive: true });
    writeFileSync(path.join(drafts, 'old'), 'x');
    utimesSync(path.join(drafts, 'old'), 1, 1);
    writeFileSync(path.join(drafts, 'new'), 'x');
    await at(path.join(allowed, 'crashed')).publish(publishedCrl({}), signal);
    assert.deepEqual(readdirSync(drafts), ['new']);
  });

  it('writes only to directories that the operator allows', async () => {
    const outside = path.join(root, 'outside');
    mkdirSync(outside);
    symlinkSync(outside, path.join(allowed, 'way'));
    for (const directory of [outside, path.join(allowed, 'way'), path.join(allowed, '../outside'), `${allowed}-too`]) {
      await assert.rejects(at(directory).publish(publishedCrl({}), signal), {
        code: 'publisher.not_published',
        scope: 'publisher',
      });
      await assert.rejects(at(directory).test(signal), { code: 'publisher.not_published' });
    }
    assert.deepEqual(readdirSync(outside), []);
  });

  it('has a test that shows that a directory is writable, and leaves nothing', async () => {
    const place = path.join(allowed, 'tested');
    await at(place).test(signal);
    assert.deepEqual(readdirSync(path.join(place, '.drafts')), []);
    writeFileSync(path.join(allowed, 'file'), 'x');
    await assert.rejects(at(path.join(allowed, 'file')).test(signal), { code: 'publisher.not_published' });
  });
});
