/** The commands about what waits for the approval of administrators. */
import type { CliCommand } from '../../cli-command.ts';
import { formatApproval } from '../../text/approval-text.ts';
import { UsageError } from '../../errors.ts';
import { formatTable, printable } from '../../terminal/output.ts';
import type { ApprovalRequest, ApprovalRest, ApprovalSummary, GivenDecision } from '../../rest/approval-rest.ts';
import { addApprovalFinalizeCommand } from './approval-finalize.ts';

/** `sealwright approval`: `list`, `show`, `approve`, `reject` and `finalize`. */
export function addApprovalCommands(program: CliCommand): void {
  const approval = program
    .command('approval')
    .summary('what waits for the approval of others')
    .description('Commands about what administrators want done and others have to approve first.');
  addListCommand(approval);
  addShowCommand(approval);
  addDecisionCommand(approval, {
    name: 'approve',
    approve: true,
    summary: 'approve a request',
    description: 'Approves what is open of a request. The last approval that is needed does what was asked for.',
    examples: [
      'approval approve 1443311',
      'approval approve 1443311 --set Ticket=RA-77',
      'approval approve 1443311 --comment "called back" --partition 12 --set Ticket=RA-77',
    ],
  });
  addDecisionCommand(approval, {
    name: 'reject',
    approve: false,
    summary: 'reject a request',
    description: 'Rejects a request for good, whatever others have approved of it.',
    examples: ['approval reject 1443311 --comment "not ours"'],
  });
  addApprovalFinalizeCommand(approval);
}

function addListCommand(approval: CliCommand): void {
  approval
    .command('list')
    .option('--processed', 'what was approved or rejected, too')
    .option('--expired', 'what nobody has decided in time, too')
    .summary('list requests')
    .description('Lists what waits for approval, the newest first.')
    .examples('sealwright approval list', 'sealwright approval list --processed --expired')
    .inSession(async (session, command) => {
      const { processed = false, expired = false } = command.opts<{ processed?: boolean; expired?: boolean }>();
      const rest = await session.connectToApprovals();
      const found = await rest.search({ waiting: true, processed, expired });
      session.show({
        text: () => formatTable(['ID', 'WHAT', 'STATUS', 'REQUESTED BY', 'UNTIL', 'FOR ME'], found.map(rowOf)),
        json: { approvals: found.map(jsonOf) },
      });
      return 'success';
    });
}

function addShowCommand(approval: CliCommand): void {
  approval
    .command('show')
    .argument('<id>', 'the number of the request')
    .summary('show a request')
    .description('Shows what a request asks for, who has asked, who has decided what, and what is left.')
    .examples('sealwright approval show 1443311')
    .inSession(async (session, command) => {
      const id = readId(command.args[0]);
      const rest = await session.connectToApprovals();
      const request = await rest.get(id);
      const { requestedBy, decidable } = await rest.context(id);
      session.show({
        text: () =>
          formatApproval(request, { requested_by: requestedBy, waits_for_you: waitingText(decidable, request) }),
        json: { ...request.json, requested_by: requestedBy, decidable_partitions: decidable },
      });
      return 'success';
    });
}

interface DecisionCommand {
  readonly name: string;
  readonly approve: boolean;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly string[];
}

interface DecisionOptions {
  readonly comment?: string;
  readonly partition?: string;
  readonly set?: readonly string[];
}

function addDecisionCommand(approval: CliCommand, { approve, ...about }: DecisionCommand): void {
  approval
    .command(about.name)
    .argument('<id>', 'the number of the request')
    .option('--comment <text>', 'stored with the decision')
    .option('--partition <number>', 'the partition that is decided on; the one that waits for you when left out')
    .option(
      '--set <label=value...>',
      'fields of the form of the partition; of the one that waits for you without --partition',
    )
    .summary(about.summary)
    .description(about.description)
    .examples(...about.examples.map((example) => `sealwright ${example}`))
    .inSession(async (session, command) => {
      const id = readId(command.args[0]);
      const { comment, ...options } = command.opts<DecisionOptions>();
      const given = readPartitions(options);
      const rest = await session.connectToApprovals();
      const request = await rest.process(id, { approve, comment, partitions: await partitionsOf(rest, id, given) });
      session.show({ text: () => formatApproval(request), json: request.json });
      return 'success';
    });
}

function readId(text = ''): string {
  if (/^[1-9]\d{0,9}$/.test(text)) return text;
  throw new UsageError(
    `the request is '${printable(text)}'; it has to be the number of one, as "approval list" shows it`,
  );
}

/** Reads the form from the options; without `--partition` a form is for the one that is open. */
function readPartitions({ partition, set = [] }: DecisionOptions): GivenForm {
  const properties = set.map(readField);
  if (partition === undefined) return { identifier: undefined, properties };
  if (!/^-?\d{1,10}$/.test(partition))
    throw new UsageError(`--partition is '${printable(partition)}'; it has to be the number of one`);
  return { identifier: Number(partition), properties };
}

interface GivenForm {
  readonly identifier: number | undefined;
  readonly properties: GivenDecision['partitions'][number]['properties'];
}

/** Finds the partition that a form is for. The server itself finds the one of a decision without a form. */
async function partitionsOf(rest: ApprovalRest, id: string, given: GivenForm): Promise<GivenDecision['partitions']> {
  const { identifier, properties } = given;
  if (identifier !== undefined) return [{ identifier, properties }];
  if (properties.length === 0) return [];
  const { decidable } = await rest.context(id);
  const [only, ...others] = decidable;
  // Whatever the reason is that none is open, the server says it.
  if (only === undefined) return [];
  if (others.length === 0) return [{ identifier: only, properties }];
  throw new UsageError(
    `--set fills in the form of one partition, and several wait for you: ${decidable.join(', ')}; name one with --partition`,
  );
}

/** Describes what is waited for; where approvals are only counted, there is no partition to name. */
function waitingText(decidable: readonly number[], { status, next }: ApprovalRequest): string {
  if (status !== 'PENDING' || decidable.length === 0) return 'nothing';
  if (next?.parts.every(({ identifier }) => identifier === undefined) === true) return 'your approval';
  return decidable.length === 1 ? `partition ${decidable[0]}` : `partitions ${decidable.join(', ')}`;
}

function readField(text: string): { label: string; value: string } {
  const at = text.indexOf('=');
  if (at < 1) throw new UsageError(`--set is '${printable(text)}'; it has to be a label, an equals sign and a value`);
  return { label: text.slice(0, at), value: text.slice(at + 1) };
}

function rowOf(request: ApprovalSummary): string[] {
  const { requestId, requestType, status, requestedBy, expirationDate, canBeApprovedByMe } = request;
  const forMe = canBeApprovedByMe ? 'yes' : 'no';
  return [String(requestId), requestType, status, requestedBy, expirationDate, forMe].map((text) => printable(text));
}

function jsonOf(request: ApprovalSummary) {
  return {
    request_id: request.requestId,
    request_type: request.requestType,
    requested_by: request.requestedBy,
    status: request.status,
    request_date: request.requestDate,
    expiration_date: request.expirationDate,
    can_be_approved_by_me: request.canBeApprovedByMe,
  };
}
