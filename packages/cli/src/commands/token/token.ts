import type { Command } from 'commander';
import type { CommandDeps } from '../../session.ts';
import { addTokenActivateCommand } from './token-activate.ts';
import { addTokenCreateCommand } from './token-create.ts';
import { addTokenDeactivateCommand } from './token-deactivate.ts';
import {
  addTokenGenerateKeyCommand,
  addTokenKeysCommand,
  addTokenRemoveKeyCommand,
  addTokenTestKeyCommand,
} from './token-keys.ts';
import { addTokenListCommand } from './token-list.ts';

/** `sealwright token`: the commands about crypto tokens. */
export function addTokenCommands(program: Command, deps: CommandDeps): void {
  const token = program
    .command('token')
    .helpCommand(false)
    .summary('crypto tokens and their keys')
    .description('Commands about crypto tokens, which hold the keys of CAs.');
  addTokenListCommand(token, deps);
  addTokenCreateCommand(token, deps);
  addTokenActivateCommand(token, deps);
  addTokenDeactivateCommand(token, deps);
  addTokenKeysCommand(token, deps);
  addTokenGenerateKeyCommand(token, deps);
  addTokenRemoveKeyCommand(token, deps);
  addTokenTestKeyCommand(token, deps);
}
