import type { CliCommand } from '../../cli-command.ts';
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
export function addTokenCommands(program: CliCommand): void {
  const token = program
    .command('token')
    .summary('crypto tokens and their keys')
    .description('Commands about crypto tokens, which hold the keys of CAs.');
  addTokenListCommand(token);
  addTokenCreateCommand(token);
  addTokenActivateCommand(token);
  addTokenDeactivateCommand(token);
  addTokenKeysCommand(token);
  addTokenGenerateKeyCommand(token);
  addTokenRemoveKeyCommand(token);
  addTokenTestKeyCommand(token);
}
