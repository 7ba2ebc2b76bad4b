import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import {
  closeSync,
  constants,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { describe, it } from 'node:test';
import { allowedDirectory } from '../../test/allowed-directory.ts';
import { contentOf } from '../kernel/content.ts';
import { WorkerDirectories } from './worker-directories.ts';

describe('directories of workers', () => {
  const { root, allowed } = allowedDirectory();
  const files = new WorkerDirectories([allowed]);
  const refused = { code: 'signing.worker_file' };

  it('store files readable only by their owner, with parent directories, atomically', async () => {
    const file = path.join(allowed, '2026', '11', 'a.pdf');
    const bytes = Buffer.alloc(400_000, 7);
    await files.create(file, contentOf(bytes), 'draft');
    await files.complete(file, 'draft');
    assert.deepEqual(readFileSync(file), bytes);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.equal(statSync(path.dirname(file)).mode & 0o777, 0o700);
    assert.deepEqual(readdirSync(path.dirname(file)), ['a.pdf']);
    const failing = { octets: 2, inMemory: undefined, read: () => Promise.reject(new RangeError('gone')) };
    await assert.rejects(files.create(path.join(allowed, '2026', 'b.pdf'), failing, 'draft'), refused);
    assert.deepEqual(readdirSync(path.join(allowed, '2026')), ['11']);
  });

  it('do not overwrite existing files, except on replacement', async () => {
    const file = path.join(allowed, 'report');
    await files.create(file, contentOf(Buffer.from('one')), 'first');
    await assert.rejects(files.create(file, contentOf(Buffer.from('two')), 'second'), refused);
    assert.equal(readFileSync(file, 'utf8'), 'one');
    const beginsWith = (text: string) => (beginning: Uint8Array) => Buffer.from(beginning).toString().startsWith(text);
    await assert.rejects(files.replace(file, contentOf(Buffer.from('three')), beginsWith('two')), refused);
    assert.equal(readFileSync(file, 'utf8'), 'one');
    await files.replace(file, contentOf(Buffer.from('three')), beginsWith('one'));
    assert.equal(readFileSync(file, 'utf8'), 'three');
  });

  it('remove files that they have made, complete or not, and no others', async () => {
    const file = path.join(allowed, 'taken', 'document');
    await files.create(file, contentOf(Buffer.from('ours')), 'a');
    assert.deepEqual(readdirSync(path.dirname(file)).toSorted(), ['.a.new', 'document']);
    await files.remove(file, 'b');
    assert.equal(readFileSync(file, 'utf8'), 'ours');
    await files.remove(file, 'a');
    assert.deepEqual(readdirSync(path.dirname(file)), []);
    writeFileSync(path.join(allowed, 'taken', '.c.new'), 'not complete');
    writeFileSync(file, 'of others');
    await files.remove(file, 'c');
    assert.deepEqual(readdirSync(path.dirname(file)), ['document']);
    await files.remove(path.join(allowed, 'nowhere', 'document'), 'd');
    for (const elsewhere of ['document', 'allowed/taken/document/document', 'nowhere/document']) {
      await files.remove(path.join(root, elsewhere), 'e');
      await files.complete(path.join(root, elsewhere), 'e');
    }
    writeFileSync(path.join(root, '.f.new'), 'of a directory that was allowed');
    await assert.rejects(files.remove(path.join(root, 'document'), 'f'), refused);
    await assert.rejects(files.complete(path.join(root, 'document'), 'f'), refused);
    assert.deepEqual(readdirSync(root).toSorted(), ['.f.new', 'allowed']);
  });

  it('append lines in the order of arrival', async () => {
    const file = path.join(allowed, 'lines.log');
    await Promise.all(['a', 'b', 'c'].map((line) => files.append(file, line)));
    assert.equal(readFileSync(file, 'utf8'), 'a\nb\nc\n');
    assert.equal(statSync(file).mode & 0o777, 0o600);
  });

  it('are read up to a limit', async () => {
    const file = path.join(allowed, 'picture');
    writeFileSync(file, 'abc');
    assert.equal(Buffer.from(await files.read(file, 3)).toString(), 'abc');
    await assert.rejects(files.read(file, 2), refused);
    await assert.rejects(files.read(path.join(allowed, 'none'), 2), refused);
    await assert.rejects(files.read(allowed, 2), refused);
  });

  it('refuse pipes, instead of waiting for them', async () => {
    const pipe = path.join(allowed, 'pipe');
    execFileSync('mkfifo', [pipe]);
    await assert.rejects(files.read(pipe, 100), refused);
    await assert.rejects(files.append(pipe, 'x'), refused);
    const reader = openSync(pipe, constants.O_RDONLY | constants.O_NONBLOCK);
    await assert.rejects(files.append(pipe, 'x'), refused);
    closeSync(reader);
  });

  it('cannot be left by any path or link', async () => {
    const outside = path.join(root, 'outside');
    mkdirSync(outside);
    writeFileSync(path.join(outside, 'secret'), 'secret');
    mkdirSync(`${allowed}-too`);
    symlinkSync(outside, path.join(allowed, 'way'));
    symlinkSync(path.join(outside, 'secret'), path.join(allowed, 'secret'));
    for (const file of [
      path.join(outside, 'secret'),
      `${allowed}/../outside/secret`,
      path.join(allowed, 'way', 'secret'),
      path.join(allowed, 'secret'),
      path.join(`${allowed}-too`, 'x'),
      path.relative(process.cwd(), path.join(allowed, 'x')),
    ]) {
      await assert.rejects(files.read(file, 100), refused, file);
      await assert.rejects(files.append(file, 'x'), refused, file);
    }
    await assert.rejects(
      files.create(path.join(allowed, 'way', 'new', 'file'), contentOf(Buffer.from('x')), 'draft'),
      refused,
    );
    assert.deepEqual(readdirSync(outside), ['secret']);
    assert.equal(readFileSync(path.join(outside, 'secret'), 'utf8'), 'secret');
    mkdirSync(path.join(outside, 'deeper'));
    symlinkSync(path.join(outside, 'deeper'), path.join(allowed, 'deep'));
    await assert.rejects(files.read(`${allowed}/deep/../secret`, 100), refused);
    await files.replace(`${allowed}/deep/../made`, contentOf(Buffer.from('x')), () => false);
    await files.append(`${allowed}/deep/../lines`, 'x');
    assert.deepEqual(readdirSync(outside), ['deeper', 'secret']);
    await assert.rejects(new WorkerDirectories([]).read(path.join(allowed, 'picture'), 100), refused);
  });
});
