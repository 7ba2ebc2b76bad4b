/** An export of the configuration, read by Python's `zipfile`. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { it } from 'node:test';
import { zipArchive } from '../../../packages/server/src/modules/configdump/export/zip-archive.ts';

const READ = `
import io, json, sys, zipfile
archive = zipfile.ZipFile(io.BytesIO(sys.stdin.buffer.read()))
assert archive.testzip() is None
print(json.dumps([[i.filename, archive.read(i).decode(), list(i.date_time), oct(i.external_attr >> 16)] for i in archive.infolist()]))
`;

it('reads the files of an export, whose names are UTF-8 and whose date is always the same', async () => {
  const files = [
    { path: 'services/Löschen.yaml', content: 'Name: Löschen\n' },
    { path: 'services/empty.yaml', content: '' },
    { path: 'services/large.yaml', content: 'key: value\n'.repeat(20_000) },
  ];
  const input = Buffer.concat(await Array.fromAsync(zipArchive(files)));
  const { status, stdout, stderr } = spawnSync('python3', ['-c', READ], { input, encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const date = [1980, 1, 1, 0, 0, 0];
  assert.deepEqual(
    JSON.parse(stdout),
    files.map(({ path, content }) => [path, content, date, '0o100644']),
  );
});
