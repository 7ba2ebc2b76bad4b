import assert from 'node:assert/strict';
import process from 'node:process';
import { it } from 'node:test';
import { type ArchivedFile, zipArchive } from '../../../../../../test/zip-archive.ts';
import { YamlThread } from './yaml-thread.ts';
import { ZipItemReader } from './zip-items.ts';

const reader = new ZipItemReader(new YamlThread());
const zipItems = (archive: Uint8Array) => reader.read(archive);

const profile = (content: string, path = 'certificate-profiles/Web_Server.yaml'): ArchivedFile => ({ path, content });
const refuses = async (files: readonly ArchivedFile[], message: RegExp) =>
  assert.rejects(zipItems(zipArchive(files)), (error: Error & { readonly code: string }) => {
    assert.equal(error.code, 'configdump.unreadable');
    assert.match(error.message, message);
    return true;
  });

it('reads files of YAML and JSON, packed or not, in one folder or at the top', async () => {
  const { items, warnings } = await zipItems(
    zipArchive(
      [
        profile('Name: Web Server\nValidity: 90d\n'),
        { ...profile('{"Name": "App", "Version": 1}', 'dump/services/App.json'), stored: true },
        profile('', 'dump/'),
        profile('x', '__MACOSX/certificate-profiles/._Web.yaml'),
        profile('x', '.git/config'),
        profile('x', 'README.md'),
        profile('x', 'a/b/c/d.yaml'),
      ],
      'a comment',
    ),
  );
  assert.deepEqual(
    items.map(({ directory, key, where, content }) => [directory, key, where, content]),
    [
      [
        'certificate-profiles',
        'Web_Server',
        'certificate-profiles/Web_Server.yaml',
        { Name: 'Web Server', Validity: '90d' },
      ],
      ['services', 'App', 'services/App.json', { Name: 'App', Version: 1 }],
    ],
  );
  assert.deepEqual(
    warnings.map(({ where }) => where),
    ['README.md', 'a/b/c/d.yaml'],
  );
});

it('keeps numbers that would be others', async () => {
  const { items } = await zipItems(
    zipArchive([profile("A: 0123\nB: 1e5\nC: 12\nD: '00000'\nE: true\nF: null\nG: [ ]\n")]),
  );
  assert.deepEqual(items[0]!.content, { A: '0123', B: '1e5', C: 12, D: '00000', E: true, F: null, G: [] });
});

it('refuses paths that lead elsewhere, and names that occur twice', async () => {
  for (const path of ['../x.yaml', 'a/../../x.yaml', '/etc/x.yaml', String.raw`..\x.yaml`, 'C:/x.yaml'])
    await refuses([profile('a: 1', path)], /not below its top/);
  await refuses([profile('a: 1'), profile('a: 1')], /twice/);
  await refuses([profile('a: 1'), profile('a: 1', 'certificate-profiles/WEB_SERVER.yaml')], /twice/);
});

it('refuses archives that hold more than they should', async () => {
  const much = 'a'.repeat(5 * 1024 * 1024);
  await refuses([profile(much)], /of 5242880 octets; 4194304 are allowed/);
  // The directory says less than there is.
  await refuses([{ ...profile(much), size: 100 }], /damaged/);
  await refuses([{ ...profile('a: 1'), size: 50 }], /damaged/);
  await refuses([profile('a: 1'), { ...profile('a: 1', 'services/x.yaml'), dataOf: 0 }], /overlap/);
  const many = Array.from({ length: 20_001 }, (_, index) => profile('', `services/${index}.yaml`));
  await refuses(many, /20001 files; 20000 are allowed/);
  const large = Array.from({ length: 17 }, (_, index) => profile(much.slice(0, 4_194_304), `x/${index}.txt`));
  await refuses(large, /holds more than/);
});

it('refuses archives that are damaged or of another form', async () => {
  await assert.rejects(zipItems(new Uint8Array()), { code: 'configdump.unreadable' });
  await assert.rejects(zipItems(new TextEncoder().encode('PK nothing')), { code: 'configdump.unreadable' });
  const archive = zipArchive([profile('a: 1')]);
  for (let at = 0; at < archive.length; at += 1) {
    const damaged = archive.slice();
    damaged[at]! ^= 0xff;
    await zipItems(damaged).catch((error: { code?: string }) => assert.equal(error.code, 'configdump.unreadable'));
  }
  await refuses([{ ...profile('a: 1'), flags: 1 }], /encrypted/);
  await refuses([{ ...profile('a: 1'), crc: 7 }], /check sum/);
});

it('refuses YAML that grows, repeats or is not YAML', async () => {
  await refuses([profile('a: &x [1]\nb: *x\n')], /anchors or aliases/);
  await refuses(
    [profile(`a: &a ["x"]\n${'bcdefgh'.replaceAll(/./g, (c) => `${c}: &${c} [*a, *a, *a]\n`)}`)],
    /anchors or aliases/,
  );
  await refuses([profile('a: 1\na: 2\n')], /has a key twice in one map/);
  await refuses([profile('__proto__: {x: 1}\n')], /__proto__/);
  await refuses([profile('a: [1\n')], /not YAML at line/);
  await refuses([profile('a: 1\n---\nb: 2\n')], /not YAML/);
  await refuses([profile('['.repeat(100_000))], /nested/);
  await refuses([profile('- '.repeat(100_000))], /nested/);
  await refuses(
    [profile(`${Array.from({ length: 500 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n')}\n`)],
    /nested/,
  );
  await refuses([profile(`a: ${'x'.repeat(1_100_000)}\n`)], /characters/);
  await refuses([{ ...profile(''), content: new Uint8Array([0xff, 0xfe]) }], /UTF-8/);
});

it('refuses tags, directives and merge keys, which would change or empty what is written', async () => {
  await refuses([profile('Access Rules: !!omap [{/: Allow}]\n')], /has a tag/);
  await refuses([profile('Access Rules: !!set {/ca/}\n')], /has a tag/);
  await refuses([profile('a: !!binary aGk=\n')], /has a tag/);
  await refuses([profile('a: !foo hello\n')], /has a tag|more than one way/);
  await refuses([profile('a: !!null hello\n')], /more than one way/);
  await refuses([profile('%YAML 1.1\n---\na: {<<: {b: 1}}\n')], /directive; only %YAML 1\.2 is read/);
  await refuses([profile('%TAG ! tag:example.com,2000:\n---\na: 1\n')], /directive/);
  const { items } = await zipItems(
    zipArchive([profile('%YAML 1.2\n---\n<<: {b: 1}\nc: !!str 12\nd: !!map {e: "%f"}\ng: |\n  %h\n')]),
  );
  assert.deepEqual(items[0]!.content, { '<<': { b: 1 }, c: '12', d: { e: '%f' }, g: '%h\n' });
});

it('counts the depth of a file by what is nested, and not by what stands in texts and comments', async () => {
  const lists = (between: string, depth: number) => `a: ${`[${between} `.repeat(depth)}${']'.repeat(depth)}\n`;
  await refuses([profile(lists('"]",', 100))], /nested more than 64 deep/);
  await refuses([profile(lists('# ]\n', 100))], /nested more than 64 deep/);
  await refuses([profile(lists('x]', 100).replaceAll('x]', "']',"))], /nested more than 64 deep/);
  const maps = Array.from({ length: 70 }, (_, depth) => `${' '.repeat(depth)}a:`).join('\n');
  await refuses([profile(`${maps} 1\n`)], /nested more than 64 deep/);
  await refuses([profile(`${'- '.repeat(70)}a`)], /nested more than 64 deep/);
  const many = Array.from(
    { length: 200 },
    (_, at) => `k${at}: "[[[["\nl${at}:\n- '{'\n- b: [c] # {{\n  d: |\n      [[[`,
  );
  assert.equal((await zipItems(zipArchive([profile(`${many.join('\n')}\n`)]))).items.length, 1);
  assert.equal((await zipItems(zipArchive([profile(lists('"]",', 60))]))).items.length, 1);
});

it('refuses a file with more keys and values than are read at once, however long comparing them would take', async () => {
  const before = process.cpuUsage();
  const many = Array.from({ length: 100_000 }, (_each, index) => `k${index}: 1`).join('\n');
  await refuses([profile(many)], /has more than 20000 keys and values/);
  await refuses([profile(`{${'"a","b",'.repeat(20_000)}}`)], /has more than 20000 keys and values/);
  const some = Array.from({ length: 9_900 }, (_each, index) => `k${index}: 1`).join('\n');
  assert.equal((await zipItems(zipArchive([profile(some)]))).items.length, 1);
  await refuses([profile(`${some}\nk7: 2`)], /has a key twice in one map/);
  await refuses([profile('1: a\n"1": b')], /has a key twice in one map/);
  await refuses([profile('a: {b: 1, b: 2}')], /has a key twice in one map/);
  await refuses([profile('? [a, b]\n: 1')], /has a key that is not text/);
  // Comparing each key with each other one took minutes.
  const { user, system } = process.cpuUsage(before);
  assert.ok(user + system < 20_000_000);
});

it('reads the largest file while the main thread does other things', async () => {
  const items = Array.from({ length: 9_900 }, (_each, index) => `k${index}: {}`).join('\n');
  const archive = zipArchive([profile(items)]);
  // The thread is there already.
  await zipItems(zipArchive([profile('a: 1')]));
  let turns = 0;
  const others = setInterval(() => turns++, 1);
  const [ofThread, ofAll] = [process.threadCpuUsage(), process.cpuUsage()];
  await zipItems(archive);
  const used = ({ user, system }: NodeJS.CpuUsage) => user + system;
  const [own, all] = [used(process.threadCpuUsage(ofThread)), used(process.cpuUsage(ofAll))];
  clearInterval(others);
  assert.ok(own < all / 3, `${own} of ${all} microseconds of processor time`);
  assert.ok(turns > 2);
});
