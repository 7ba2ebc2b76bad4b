/** The options that name a starter, and what its copies say differently. */
import { collect } from '../arguments/repeated.ts';
import type { CliCommand } from '../cli-command.ts';

export interface LikeOptions {
  readonly like: string;
  readonly ca?: readonly string[];
}

export function declareLike(command: CliCommand): CliCommand {
  return command
    .requiredOption('--like <starter>', 'one of those that `profile starters` lists')
    .option('--ca <name>', 'a CA that may issue under the profiles; may be repeated (default: any CA)', collect);
}
