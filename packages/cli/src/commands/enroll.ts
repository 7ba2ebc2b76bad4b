import { collect } from '../arguments/repeated.ts';
import type { CliCommand } from '../cli-command.ts';
import { UsageError } from '../errors.ts';
import { enrollCardVerifiable } from '../enrollment/card-verifiable.ts';
import { type ShownEnrollment, shownEnrollment } from '../enrollment/result.ts';
import { enrollKeystore, finalizeKeystore, KEYSTORE_FORMATS, type KeystoreOptions } from '../enrollment/keystore.ts';
import { finalizeEnrollment } from '../enrollment/finalize.ts';
import { type DryRunOptions, dryRunOf, dryRunResult } from '../enrollment/dry-run.ts';
import { enroll, enrollmentRequestOf } from '../enrollment/enroll.ts';
import { KEY_TYPES } from '../enrollment/key-types.ts';
import { type EnrollOptions, planEnrollment, showsPassword } from '../enrollment/plan.ts';
import { SAN_TYPES } from '../enrollment/subject-names.ts';
import { takeFormerNames } from '../former-names.ts';
import { printable } from '../terminal/output.ts';
import type { Ending, Session } from '../session.ts';
import { refuseOthers } from './refused-options.ts';

/** `sealwright enroll`: a certificate for a new key, or for a request from a file. */
export function addEnrollCommand(program: CliCommand): void {
  const command = program
    .command('enroll')
    .summary('get a certificate')
    .description(
      'Makes a private key and has a certificate issued for it; with --csr, for the key of a request.\n' +
        'Writes OUT.key.pem (PKCS#8, readable by you alone), OUT.crt.pem and OUT.chain.pem, or OUT.cvcert for a request in CVC.',
    )
    .option('--ca <name>', 'name of the issuing CA')
    .option('--profile <name>', 'certificate profile, such as SERVER')
    .option('--end-entity-profile <name>', 'end entity profile', 'EMPTY')
    .option('--username <name>', 'the end entity; made, or edited when it exists')
    .option('--email <address>', 'of the end entity')
    .option(
      '--subject <dn>',
      'subject such as "CN=web1.example,O=Example"; with --csr, instead of its own, and needed where it has none',
    )
    .option(
      '--san <type:value>',
      `alternative name, may be repeated; types: ${Object.keys(SAN_TYPES).join(', ')}`,
      collect,
    )
    .option('--key-type <type>', `one of ${Object.keys(KEY_TYPES).join(', ')} (default: P-256)`)
    .option(
      '--csr <file>',
      'a request instead of a new key: PKCS#10, CRMF, SPKAC, a public key or CVC, in PEM, base64 or DER',
    )
    .option(
      '--not-before <time>',
      'beginning of the validity, ISO 8601 with offset, where the certificate profile allows it',
    )
    .option('--not-after <time>', 'end of the validity, likewise')
    .option(
      '--finalize <id>',
      'collect the certificate of the request that others have approved; with --out of the enrollment',
    )
    .option(
      '--keystore <format>',
      `have the server make key and keystore for an end entity that exists; one of ${KEYSTORE_FORMATS.join(', ')}, with --finalize also pem`,
    )
    .option(
      '--password-file <file>',
      "with --finalize: the password of the enrollment, if it has one; with --keystore, and with --csr for an end entity that exists: that of the end entity; '-' is standard input",
    )
    .option('--out <path>', 'beginning of the names of the files; needed unless --dry-run')
    .option('--dry-run', 'show what would be issued and who decides it; nothing is done, and no file is written')
    .option('--p12 <file>', 'also write key and certificates to this PKCS#12 keystore')
    .option('--p12-password-file <file>', 'its password is the first line of this file')
    .option('--force', 'overwrite files')
    .examples(
      'sealwright enroll --ca ManagementCA --profile Web --end-entity-profile Web --username web1 --subject "CN=web1.example,O=Example" --san dns:web1.example --san ip:10.0.0.1 --out web1',
      'sealwright enroll --ca ManagementCA --profile ENDUSER --username alice --subject "CN=Alice" --key-type RSA-3072 --out alice --p12 alice.p12 --p12-password-file alice.password',
      'sealwright enroll --ca ManagementCA --profile SERVER --username web2 --csr web2.csr --out web2',
      'sealwright enroll --ca ManagementCA --profile ENDUSER --username bob --csr bob.pub.pem --subject CN=Bob --out bob',
      'sealwright enroll --ca DV --username is-1 --csr is.cvreq --password-file is-1.password --out is-1',
      'sealwright enroll --ca ManagementCA --profile SHORT --username web1 --subject "CN=web1.example" --not-after 2031-05-01T10:00:00Z --out web1',
      'sealwright enroll --finalize 1443311 --out web1',
      'sealwright enroll --keystore p12 --username alice --key-type RSA-3072 --out alice',
      'sealwright enroll --dry-run --ca ManagementCA --profile SERVER --username web1 --subject "CN=web1.example" --san dns:web1.example',
    )
    .inSession(async (session, used) => {
      const given = used.opts<DryRunOptions & { readonly dryRun?: boolean }>();
      if (given.dryRun === true) return showDryRun(session, used, given);
      const { finalize, keystore, out, ...others } = given;
      if (out === undefined) throw new UsageError('--out is missing: the beginning of the names of the files');
      const options = { ...others, out };
      if (keystore !== undefined) {
        const made = await (finalize === undefined
          ? enrollKeystore(session, keystoreOptions(used, { ...options, keystore }))
          : finalizeApproved(session, used, finalize, { ...options, keystore }));
        return ended(session, made);
      }
      if (finalize !== undefined)
        refuseOthers(used, OF_FINALIZE, 'was said when the request was made; --finalize takes none of it');
      else refuseBesidePassword(used, options);
      return ended(
        session,
        await (finalize === undefined ? enrollOnce(session, options) : finalizeEnrollment(session, finalize, options)),
      );
    });
  takeFormerNames(command, { '--ee-profile': '--end-entity-profile' });
}

function ended(session: Session, { outcome, shown }: ShownEnrollment): Ending {
  session.show(shown);
  return outcome === 'issued' ? 'success' : outcome;
}

async function enrollOnce(session: Session, options: EnrollOptions): Promise<ShownEnrollment> {
  const plan = await planEnrollment(session, options);
  const { source } = plan;
  if (source.kind !== 'card-verifiable')
    return shownEnrollment(await enroll(session, { ...plan, source }), options.out);
  const { request } = source;
  const asked = enrollmentRequestOf(plan, request);
  return enrollCardVerifiable(session, request, options, (rest) => rest.enrollCardVerifiable(asked));
}

/** Refuses the options of a record where the end entity exists and shows its password. */
function refuseBesidePassword(command: CliCommand, options: Pick<EnrollOptions, 'csr' | 'passwordFile'>): void {
  if (showsPassword(options))
    refuseOthers(command, OF_PASSWORD, 'is not for --password-file: the server has it with the end entity');
}

/** Shows what would be issued. */
async function showDryRun(session: Session, used: CliCommand, options: DryRunOptions): Promise<Ending> {
  const { finalize, keystore } = options;
  if (keystore !== undefined && finalize === undefined)
    refuseOthers(used, OF_KEYSTORE, 'is not for --keystore: the server has it with the end entity');
  if (finalize !== undefined)
    refuseOthers(
      used,
      keystore === undefined ? OF_FINALIZE : OF_APPROVED_KEYSTORE,
      'was said when the request was made; --finalize takes none of it',
    );
  if (keystore === undefined && finalize === undefined) refuseBesidePassword(used, options);
  const dryRun = await dryRunOf(session, options);
  if (dryRun.outcome === 'pending-approval') {
    const { requestId, info } = dryRun;
    session.show({
      text: () => `${printable(info)}\n`,
      json: { outcome: dryRun.outcome, request_id: requestId, info_message: info },
    });
    return 'pending-approval';
  }
  session.show(dryRunResult(dryRun));
  if (dryRun.refusals.length > 0) return 'refused';
  return dryRun.approvalRequired ? 'pending-approval' : 'success';
}

type OptionsWithKeystore = EnrollOptions & { readonly keystore: string };

function keystoreOptions(command: CliCommand, { username, ...others }: OptionsWithKeystore): KeystoreOptions {
  refuseOthers(command, OF_KEYSTORE, 'is not for --keystore: the server has it with the end entity');
  if (username === undefined) throw new UsageError('--username is missing: the end entity of the keystore');
  return { ...others, username };
}

function finalizeApproved(session: Session, command: CliCommand, requestId: string, options: OptionsWithKeystore) {
  refuseOthers(command, OF_APPROVED_KEYSTORE, 'was said when the request was made; --finalize takes none of it');
  return finalizeKeystore(session, requestId, options);
}

const OF_KEYSTORE = new Set(['keystore', 'username', 'keyType', 'passwordFile', 'out', 'force', 'dryRun']);
const OF_APPROVED_KEYSTORE = new Set(['finalize', 'keystore', 'keyType', 'passwordFile', 'out', 'force', 'dryRun']);
const OF_PASSWORD = new Set(['ca', 'username', 'csr', 'passwordFile', 'out', 'force', 'dryRun']);
const OF_FINALIZE = new Set(['finalize', 'passwordFile', 'out', 'csr', 'p12', 'p12PasswordFile', 'force', 'dryRun']);
