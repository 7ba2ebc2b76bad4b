import { Command, Help, type HelpConfiguration } from 'commander';
import { declareGlobalOptions, GLOBAL_OPTIONS } from '../global-options.ts';

/** Layout of every help: the options that all commands take have a page of their own, and are not repeated. */
export const helpConfiguration: HelpConfiguration = {
  formatHelp(command, helper) {
    const own = helper.visibleOptions(command).filter(({ helpGroupHeading }) => helpGroupHeading !== GLOBAL_OPTIONS);
    helper.visibleOptions = () => own;
    return Help.prototype.formatHelp.call(helper, command, helper);
  },
};

/** `sealwright help`: the help of the program, of a command, or of the options that every command takes. */
export function addHelpCommand(program: Command): void {
  program
    .command('help')
    .summary('show the help of a command')
    .description(
      "Shows the help of a command, as its --help does. 'sealwright help options' has the options of every command.",
    )
    .argument('[command...]', 'the words of the command, or: options')
    .addHelpText(
      'after',
      `
Examples:
  $ sealwright help
  $ sealwright help ca create
  $ sealwright help options`,
    )
    .action(async (words: readonly string[]) => {
      if (words.length === 1 && words[0] === 'options') return showGlobalOptions(program);
      // Words that are not a command are answered as those of a command line are.
      await program.parseAsync([...words, ...(nameUnknownCommand(program, words) ? [] : ['--help'])], { from: 'user' });
    });
}

/** Takes away what asks for the help of a command that does not exist: it would be answered with the help of another one. */
export function withoutHelpOfUnknown(program: Command, args: readonly string[]): readonly string[] {
  const { operands, unknown } = program.parseOptions([...args]);
  const asksForHelp = unknown.some((arg) => arg === '--help' || arg === '-h');
  return asksForHelp && nameUnknownCommand(program, operands) ? operands : args;
}

function nameUnknownCommand(program: Command, words: readonly string[]): boolean {
  let at = program;
  for (const word of words) {
    if (at.commands.length === 0) return false;
    const next = at.commands.find((command) => command.name() === word);
    if (next === undefined) return true;
    at = next;
  }
  return false;
}

function showGlobalOptions(program: Command): void {
  const page = new Command('sealwright').copyInheritedSettings(program).configureHelp({}).helpOption(false);
  page.usage('[options] [command]').description(ABOUT_OPTIONS).addHelpText('after', EXAMPLES);
  declareGlobalOptions(page);
  page.outputHelp();
}

const ABOUT_OPTIONS =
  'Options of every command that speaks to a server. They stand before or after the command. ' +
  'An argument comes before the variable of the environment, the variable before the default; an empty variable is not set.';

const EXAMPLES = `
Examples:
  $ sealwright ca list --server https://ca.example:8443 --cert alice.crt.pem --key alice.key.pem --cacert ca-chain.pem
  $ SEALWRIGHT_HOME=/var/lib/sealwright sealwright ca list --json`;
