import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Command } from 'commander';
import { takeFormerNames } from './former-names.ts';

function newCommand() {
  const command = new Command('test')
    .requiredOption('--end-entity-profile <name>', 'a profile')
    .option('--chain <file>', 'certificates', (value: string, before: readonly string[]) => [...before, value], []);
  return takeFormerNames(command, { '--ee-profile': '--end-entity-profile', '--above': '--chain' });
}

describe('an option under its former name', () => {
  it('does what it does under its present one, where it is required too', () => {
    const command = newCommand();
    command.parse(['--ee-profile', 'Staff', '--above', 'a', '--chain', 'b'], { from: 'user' });
    const { endEntityProfile, chain } = command.opts();
    assert.deepEqual([endEntityProfile, chain], ['Staff', ['a', 'b']]);
  });

  it('is in no help', () => {
    assert.doesNotMatch(newCommand().helpInformation(), /--ee-profile|--above/);
  });

  it('needs its present one', () => {
    assert.throws(() => takeFormerNames(new Command(), { '--alias': '--key-alias' }), TypeError);
  });
});
