import type { CliCommand } from '../cli-command.ts';
import { UsageError } from '../errors.ts';

/** Refuses options that were given and are not for this use of the command. @throws {@link UsageError} */
export function refuseOthers(command: CliCommand, allowed: ReadonlySet<string>, reason: string): void {
  const given = command.options.find(
    (option) => command.getOptionValueSource(option.attributeName()) === 'cli' && !allowed.has(option.attributeName()),
  );
  if (given !== undefined) throw new UsageError(`${given.long} ${reason}`);
}
