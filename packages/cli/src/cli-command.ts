/** A command of the program, which names an option that it does not know before one that is missing. */
import { Command, type ErrorOptions, type ParseOptionsResult } from 'commander';
import type { CliContext } from './context.ts';
import { EXIT_CODES } from './errors.ts';
import type { GivenGlobalOptions } from './global-options.ts';
import { type Ending, Session } from './session.ts';

/** Dependencies of a command. */
export interface CommandDeps {
  readonly context: CliContext;
  readonly exitWith: (code: number) => void;
}

/** A command whose subcommands are of this class, too. */
export class CliCommand extends Command {
  readonly #deps: CommandDeps;

  constructor(deps: CommandDeps, name?: string) {
    super(name);
    this.#deps = deps;
    this.helpCommand(false);
  }

  override createCommand(name?: string): CliCommand {
    return new CliCommand(this.#deps, name);
  }

  /** Adds examples to its help, each a command line. */
  examples(...lines: readonly string[]): this {
    return this.addHelpText('after', `\nExamples:\n${lines.map((line) => `  $ ${line}`).join('\n')}`);
  }

  /**
   * Sets the work of the command: opens a session for it, and closes that whatever happens.
   *
   * `work` takes its own options and operands from `command.opts()` and `command.args`.
   */
  inSession(work: (session: Session, command: CliCommand) => Promise<Ending>): this {
    return this.action(async () => {
      const { context, exitWith } = this.#deps;
      const session = new Session(context, this.optsWithGlobals<GivenGlobalOptions>());
      try {
        exitWith(EXIT_CODES_OF_ENDINGS[await work(session, this)]);
      } finally {
        session.close();
      }
    });
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

/** As Terraform's `plan -detailed-exitcode` has them: 2 is also a wrong command line, which is 1 where it means changes. */
const EXIT_CODES_OF_ENDINGS: Readonly<Record<Ending, number>> = { ...EXIT_CODES, changes: 2 };

const UNKNOWN_OPTION = 'commander.unknownOption';
