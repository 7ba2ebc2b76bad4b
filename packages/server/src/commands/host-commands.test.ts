import assert from 'node:assert/strict';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, before, describe, it } from 'node:test';
import { Command } from 'commander';
import { runHostCommand } from './host-commands.ts';
import { declareSettings, givenSettings } from './setting-options.ts';

describe('a command line for the host', () => {
  const refused: readonly (readonly [what: string, args: readonly string[], message: RegExp])[] = [
    ['an unknown command', ['admin', 'recovr'], /^unknown command 'recovr' \(did you mean recover\?\)$/],
    ['an unknown option', ['doctor', '--revok'], /^unknown option '--revok' \(did you mean --revoke\?\)$/],
    ['an unknown setting', ['start', '--databse', 'x'], /^unknown option '--databse' \(did you mean --database\?\)$/],
    ['an option without its value', ['start', '--https'], /^option '--https <host:port>' argument missing/],
  ];
  for (const [what, args, message] of refused) {
    it(`is refused for ${what}, which is named`, async () => {
      await assert.rejects(runHostCommand(args, {}), { code: 'installation.bad_argument', message });
    });
  }

  for (const args of [
    ['start', '--databse=postgres://u:secret@h/d'],
    ['start', 'postgres://u:secret@h/d'],
  ]) {
    it(`is refused without repeating what may be a password: ${args.join(' ')}`, async () => {
      await assert.rejects(runHostCommand(args, {}), (error: Error & { code?: string }) => {
        assert.equal(error.code, 'installation.bad_argument');
        assert.doesNotMatch(error.message, /secret/);
        return true;
      });
    });
  }
});

describe('a command that looks after an installation', () => {
  let home: string;
  before(async () => {
    home = await mkdtemp(path.join(tmpdir(), 'sealwright-no-installation-'));
  });
  after(() => rm(home, { recursive: true }));

  const now = () => `${new Date().toISOString().slice(0, 19)}Z`;
  for (const [command, argumentsNow] of [
    ['doctor', () => []],
    ['admin recover', () => []],
    // The time that is given is compared with the clock, which goes on until the test begins.
    ['admin accept-clock', () => ['--time', now()]],
  ] as const) {
    it(`makes none where there is none: ${command}`, async () => {
      await assert.rejects(runHostCommand([...command.split(' '), ...argumentsNow(), '--home', home], {}), {
        code: 'installation.home_directory',
        message: `There is no installation in ${home}, since it has no sealwright.db. Name the home directory of the server with --home, or with SEALWRIGHT_HOME.`,
      });
      assert.deepEqual(await readdir(home), []);
    });
  }
});

describe('settings as options', () => {
  function given(args: readonly string[]) {
    const command = declareSettings(new Command());
    command.parse([...args], { from: 'user' });
    return givenSettings(command);
  }

  it('are those that were given, under their names', () => {
    assert.deepEqual(given(['--public-url', 'http://a', '--home=/h']), { 'public-url': 'http://a', home: '/h' });
  });

  it('may be repeated where a setting has several values', () => {
    assert.deepEqual(given(['--name', 'a.example', '--name', 'b.example']), { name: 'a.example,b.example' });
  });

  it('may have a former name, which counts together with the present one', () => {
    const both = ['--crl-host', 'a.example', '--outbound-host', '10.0.0.0/8', '--crl-host', 'b.example'];
    assert.deepEqual(given(both), { 'outbound-host': '10.0.0.0/8,a.example,b.example' });
  });
});
