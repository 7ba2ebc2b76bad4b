/** A command of the program, which names an option that it does not know before one that is missing. */
import { Command, type ErrorOptions, type ParseOptionsResult } from 'commander';

/** A command whose subcommands are of this class, too. */
export class CliCommand extends Command {
  override createCommand(name?: string): CliCommand {
    return new CliCommand(name);
  }

  override parseOptions(args: string[]): ParseOptionsResult {
    const result = super.parseOptions(args);
    // The unknown option may be the mandatory one, misspelt: commander would say that this is missing, and no more.
    if (result.unknown.length > 0) for (const option of this.options) option.makeOptionMandatory(false);
    return result;
  }

  override error(message: string, options?: ErrorOptions): never {
    return super.error(options?.code === UNKNOWN_OPTION ? this.#meaningBeginnings(message) : message, options);
  }

  /** Suggests the options that begin with what was given, where there are any, in place of those that look like it. */
  #meaningBeginnings(message: string): string {
    const given = /^error: unknown option '(--[^=']+)/.exec(message)?.[1];
    if (given === undefined) return message;
    if (this.#visibleOptions().includes(given)) return `error: ${given} takes no value`;
    const begin = this.#visibleOptions().filter((long) => long.startsWith(given));
    if (begin.length === 0) return message;
    const meant = begin.length === 1 ? begin[0] : `one of ${begin.join(', ')}`;
    return `${message.split('\n')[0]}\n(Did you mean ${meant}?)`;
  }

  /** Its own and those of the commands above it. */
  #visibleOptions(): string[] {
    const above = this.parent instanceof CliCommand ? this.parent.#visibleOptions() : [];
    const own = this.createHelp().visibleOptions(this);
    return [...own.flatMap(({ long }) => (long === undefined ? [] : [long])), ...above];
  }
}

const UNKNOWN_OPTION = 'commander.unknownOption';
