/** Documents on the command line. */
import type { CliCommand } from '../cli-command.ts';
import type { Document, DocumentHead, DocumentId } from '../rest/administration-rest.ts';

/** The option that a role's commands take. */
export interface NamespaceOption {
  readonly namespace?: string;
}

/** Declares the operands TYPE and NAME. */
export function declareDocument(command: CliCommand): CliCommand {
  return command
    .argument('<type>', 'CERTPROFILE, EEPROFILE, CA, CRYPTOTOKEN, ROLE, ...; in any case')
    .argument('<name>', 'its name')
    .option('--namespace <namespace>', 'of a role that has one');
}

/** The document that the operands name. */
export function documentIdOf(command: CliCommand): DocumentId {
  const [type = '', name = ''] = command.args;
  return { type: type.toUpperCase(), name, namespace: command.opts<NamespaceOption>().namespace ?? '' };
}

/** Names a document for messages. */
export function describeDocument({ type, name, namespace }: DocumentId): string {
  return `${type} '${namespace === '' ? name : `${namespace}/${name}`}'`;
}

/** A document without its settings, for `--json`. */
export function headJson({ type, name, namespace, id, version, builtIn }: DocumentHead | Document) {
  return { type, name, namespace, id, version, built_in: builtIn };
}
