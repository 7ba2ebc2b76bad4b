/** The settings of the server as options of a command. */
import { type Command, Option } from 'commander';
import {
  type GivenSettings,
  isList,
  type Setting,
  SETTING_NAMES,
  SETTINGS,
  underPresentNames,
} from '../server-config/index.ts';

/** Declares every setting as an option. Help shows those of `shown`, by default all. */
export function declareSettings(command: Command, shown: readonly string[] = Object.keys(SETTINGS)): Command {
  const hidden = SETTING_NAMES.filter((name) => !shown.includes(name));
  for (const name of [...shown, ...hidden]) command.addOption(optionOf(name).hideHelp(hidden.includes(name)));
  return command;
}

/** The settings that were given as options. */
export function givenSettings(command: Command): GivenSettings {
  return underPresentNames(
    SETTING_NAMES.flatMap((name) => {
      const value = optionValue(command, name);
      return value === undefined ? [] : [[name, value]];
    }),
  );
}

function optionOf(name: string): Option {
  // One of an earlier release is not described.
  const [, value = 'value', description] = /^(\S+) +(.*)$/.exec(SETTINGS[name as Setting] ?? '') ?? [];
  const option = new Option(`--${name} <${value.toLowerCase()}>`, description);
  if (!isList(name)) return option;
  return option.argParser((text: string, before?: string) => (before === undefined ? text : `${before},${text}`));
}

function optionValue(command: Command, name: string): string | undefined {
  const option = command.options.find((each) => each.name() === name);
  return option && (command.getOptionValue(option.attributeName()) as string | undefined);
}
