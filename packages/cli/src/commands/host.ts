/**
 * The commands that run the server's own code on its host. The launcher starts another program for them; here they have a place in the
 * help, and among the commands that a wrong one may have meant.
 */
import type { Command } from 'commander';
import { UsageError } from '../errors.ts';

/** Declares them beside the commands that speak to a server, which have to be declared before. */
export function addHostCommands(program: Command): void {
  for (const { words, summary } of HOST_COMMANDS) {
    const group = words.slice(0, -1).reduce(subcommand, program);
    group
      .command(words.at(-1)!)
      .helpGroup("On the server's own host:")
      .summary(summary)
      .description(
        `Runs on the server's own host, and takes none of the options of other commands: see ${call(words)} --help`,
      )
      .allowUnknownOption()
      .allowExcessArguments()
      .action(() => {
        throw new UsageError(`'${words.join(' ')}' takes no options before its name: ${call(words)} [options]`);
      });
  }
}

function subcommand(command: Command, word: string): Command {
  return command.commands.find((each) => each.name() === word) ?? command;
}

function call(words: readonly string[]): string {
  return `sealwright ${words.join(' ')}`;
}

/** The launcher and the server have the same list. */
export const HOST_COMMANDS: readonly { readonly words: readonly string[]; readonly summary: string }[] = [
  { words: ['start'], summary: 'start a server' },
  { words: ['admin'], summary: 'recover access, accept the clock' },
  { words: ['doctor'], summary: 'certificates that were recorded and never stored' },
  { words: ['token', 'doctor'], summary: 'what is wrong with an HSM' },
];
