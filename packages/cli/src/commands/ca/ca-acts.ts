/** The commands that look at one CA, or change how it stands. */
import type { CliCommand } from '../../cli-command.ts';
import { takeFormerNames } from '../../former-names.ts';
import { caStateJson, formatCaState } from '../../text/ca-state.ts';
import { caValidityWarnings } from '../../arguments/ca-validity.ts';
import { declareConfirmation, requireConfirmation } from '../../terminal/confirmation.ts';
import { readInputFile } from '../../files/input-file.ts';
import { printable } from '../../terminal/output.ts';
import type { CaAdministrationRest, CaState } from '../../rest/ca-administration-rest.ts';
import type { PendingApproval } from '../../rest/pending-approval.ts';
import { FINAL_REASONS, parseReason } from '../../arguments/revocation-reason.ts';

/** `sealwright ca show`, `initialize`, `renew`, `receive`, `activate`, `deactivate` and `revoke`. */
export function addCaActCommands(ca: CliCommand): void {
  addAct(ca, {
    name: 'show',
    summary: 'show how a CA stands',
    description: 'Shows how a CA stands, with its keys and certificates; with --json the certificates themselves.',
    examples: ['ca show "Issuing CA"', `ca show "Issuing CA" --json | jq -r '.further_certificates[].certificate'`],
    perform: (cas, name) => cas.get(name),
  });
  addAct(ca, {
    name: 'initialize',
    summary: 'give a CA its keys and its first certificate',
    description: 'Makes the keys and the first certificate of a CA whose settings were stored and that has neither.',
    examples: ['ca initialize "Issuing CA"'],
    certifies: true,
    perform: (cas, name) => cas.initialize(name),
  });
  addAct(ca, {
    name: 'renew',
    summary: 'give a CA another certificate',
    description:
      'Gives a CA that is signed on its server another certificate, for the key it has or for a new one. The ones before are kept.',
    examples: ['ca renew "Issuing CA"', 'ca renew "Root CA" --new-key', 'ca renew "SSH CA" --key-type P-256'],
    declare: (command) =>
      takeFormerNames(
        command
          .option('--new-key', 'a new key like the present one, of the next sequence')
          .option('--key-type <type>', 'a new key of an SSH CA that is this: Ed25519, P-256, RSA-3072'),
        { '--key-spec': '--key-type' },
      ),
    certifies: true,
    perform: (cas, name, command) => {
      const { newKey = false, keyType } = command.opts<{ readonly newKey?: boolean; readonly keyType?: string }>();
      return cas.renew(name, { newKey, keySpec: keyType?.replace(/^RSA-/i, '') });
    },
  });
  addAct(ca, {
    name: 'activate',
    summary: 'let a CA sign again',
    description: 'Takes an offline CA online, or asks others to approve that (exit code 6).',
    examples: ['ca activate "Issuing CA"'],
    perform: (cas, name) => cas.activate(name),
  });
  addAct(ca, {
    name: 'deactivate',
    summary: 'take a CA offline',
    description: 'Takes a CA offline: it signs nothing before it is activated again.',
    examples: ['ca deactivate "Issuing CA"'],
    perform: (cas, name) => cas.deactivate(name),
  });
  addAct(ca, {
    name: 'revoke',
    summary: 'end a CA, and revoke all that it has issued',
    description:
      'Revokes a CA for good: it issues nothing more, and every certificate that it has issued is revoked, one after the other. It goes ' +
      'on making CRLs. "ca show" tells how far that has come.',
    examples: ['ca revoke "Old Issuing CA" --reason CESSATION_OF_OPERATION --yes'],
    declare: (command) =>
      declareConfirmation(command.requiredOption('--reason <reason>', `one of ${FINAL_REASONS.join(', ')}`)),
    consequence: (name) => `This ends the CA '${name}' for good and revokes every certificate that it has issued.`,
    perform: async (cas, name, command) =>
      cas.revoke(name, parseReason(command.opts<{ readonly reason: string }>().reason, FINAL_REASONS)),
  });
  addAct(ca, {
    name: 'receive',
    operands: '<files...>',
    summary: 'give a CA the certificate that was made of its request',
    description:
      'Gives a CA that is signed elsewhere its certificate, with those above it, in any order. PEM, or one certificate in DER a file.',
    examples: ['ca receive "Issuing CA" issuing-ca.pem root-ca.pem'],
    perform: async (cas, name, command) => cas.receive(name, await readCertificates(command)),
  });
  addAct(ca, {
    name: 'ocsp-receive',
    operands: '<files...>',
    summary: 'give the OCSP responder of an external CA its certificate',
    description:
      'Gives the OCSP responder of an external CA the certificate that the CA has made of the request of `ca ocsp-csr`. PEM or DER.',
    examples: ['ca ocsp-receive "Partner CA" responder.pem'],
    perform: async (cas, name, command) => cas.receiveResponder(name, await readCertificates(command)),
  });
}

interface Act {
  readonly name: string;
  /** Beside the name of the CA. */
  readonly operands?: string;
  readonly summary: string;
  readonly description: string;
  readonly examples: readonly string[];
  readonly declare?: (command: CliCommand) => CliCommand;
  /** True when the CA gets a certificate of this server. */
  readonly certifies?: boolean;
  /** Loss that {@link requireConfirmation} asks about; only of an act that declares `--yes`. */
  readonly consequence?: (name: string) => string;
  readonly perform: (
    cas: CaAdministrationRest,
    name: string,
    command: CliCommand,
  ) => Promise<CaState | PendingApproval>;
}

function addAct(ca: CliCommand, act: Act): void {
  const command = ca.command(act.name).argument('<name>', 'the name of the CA');
  if (act.operands !== undefined) command.argument(act.operands, 'the certificates');
  (act.declare?.(command) ?? command)
    .summary(act.summary)
    .description(act.description)
    .examples(...act.examples.map((example) => `sealwright ${example}`))
    .inSession(async (session, used) => {
      const [name = ''] = used.args;
      if (act.consequence !== undefined) await requireConfirmation(session, used, act.consequence(name));
      const state = await act.perform(await session.connectToCas(), name, used);
      if ('outcome' in state) {
        session.show({
          text: () => `${printable(state.info)} Request ${state.requestId}: not done yet.\n`,
          json: { outcome: state.outcome, request_id: state.requestId, info_message: state.info },
        });
        return state.outcome;
      }
      const warnings = act.certifies === true ? caValidityWarnings(state) : [];
      session.show({ text: () => formatCaState(state), json: caStateJson(state), warnings });
      return 'success';
    });
}

/** PEM as it is, DER as base64: the two forms that the interface takes. */
async function readCertificates({ args: [, ...files] }: CliCommand): Promise<readonly string[]> {
  return Promise.all(files.map(readCertificateText));
}

/** The text of a file of certificates. */
export async function readCertificateText(file: string): Promise<string> {
  const content = await readInputFile(file, 'a certificate');
  const text = Buffer.from(content).toString('latin1');
  return text.includes('-----BEGIN ') ? text : Buffer.from(content).toString('base64');
}
