/** Options under the names that they had in earlier releases. */
import { type Command, Option } from 'commander';

/**
 * Lets options be given by former names. They do what the present ones do, and no help shows them.
 *
 * @param names - from the former name to the present one, such as `--alias` to `--key-alias`, which is declared already
 */
export function takeFormerNames<C extends Command>(command: C, names: Readonly<Record<string, string>>): C {
  for (const [former, present] of Object.entries(names)) {
    const option = command.options.find(({ long }) => long === present);
    if (option === undefined) throw new TypeError(`there is no option ${present}`);
    const alias = new Option(option.flags.replace(present, former)).hideHelp();
    command.addOption(alias);
    const name = option.attributeName();
    command.on(`option:${alias.name()}`, (text: string) => {
      const value: unknown = option.parseArg?.(text, command.getOptionValue(name)) ?? text;
      command.setOptionValueWithSource(name, value, 'cli');
    });
  }
  return command;
}
